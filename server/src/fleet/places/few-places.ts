import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { invalidField } from '#platform/errors/domain-error.ts'
import { createPlaceStore } from './place-store.ts'

/** The most positions of one answer. */
const MOST_POSITIONS = 200_000

/** @throws DomainError request/invalid for entities with more places than one answer holds */
export async function requireFewPlaces(db: Db, entities: readonly EntityId[]): Promise<readonly EntityId[]> {
  if ((await createPlaceStore(db).countPositions(entities)) > MOST_POSITIONS)
    throw invalidField('entity', 'fields.places-asked')
  return entities
}
