import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import type { OF_ENTITIES_THAT_STAY, OF_PEOPLE } from '#delivery/consequences/declaration.ts'
import type { RightsAfter } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { listEntitiesBelow } from '#platform/database/entities-below.ts'
import { createPersonStore } from './person-store.ts'

/** A change of what people may see or get. */
export type RightsChange = ChangeOf<(typeof OF_PEOPLE)[number] | (typeof OF_ENTITIES_THAT_STAY)[number]>

/** With an entity those below it are deleted, with their people. */
export type AnyRightsChange = RightsChange | ChangeOf<'entity-deleted'>

export interface ChangedRights {
  readonly people: readonly UserId[]
  /** Those who get nothing any more. */
  readonly leaving: readonly UserId[]
  readonly after: RightsAfter
}

/** What people may do after a change, before it is made or since. */
export async function findChangedRights(db: Db, change: AnyRightsChange): Promise<ChangedRights> {
  const people = await listPeople(db, change)
  switch (change.kind) {
    case 'entity-disabled':
    case 'entity-deleted':
    case 'person-disabled':
    case 'person-deleted':
      return { people, leaving: people, after: { people, isActive: false } }
    case 'person-enabled':
      return { people, leaving: [], after: { people, isActive: true } }
    case 'entity-enabled':
      return { people, leaving: [], after: { people, isEntityActive: true } }
    case 'person-moved': {
      const { role, permissions, entityID: entity } = change
      return { people, leaving: [], after: { people, role, permissions, entity } }
    }
    default: {
      const { role, permissions } = change
      return { people, leaving: [], after: { people, role, permissions } }
    }
  }
}

async function listPeople(db: Db, change: AnyRightsChange): Promise<readonly UserId[]> {
  if ('userIDs' in change) return change.userIDs
  const entities = change.kind === 'entity-deleted' ? await listEntitiesBelow(db, change.entityID) : [change.entityID]
  return createPersonStore(db).listOfEntities(entities)
}

/** Which of the things belong to an entity that is not deleted. */
export async function elsewhere<Thing extends { readonly entity: EntityId }>(
  db: Db,
  { entityID }: ChangeOf<'entity-deleted'>,
  things: readonly Thing[],
): Promise<Thing[]> {
  const deleted = await listEntitiesBelow(db, entityID)
  return things.filter(({ entity }) => !deleted.includes(entity))
}
