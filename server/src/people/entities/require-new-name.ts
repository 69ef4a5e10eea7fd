import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createEntityStore } from './entity-store.ts'

interface WantedName {
  name: string
  /** Confirms a name that another entity has. */
  sameName?: boolean | undefined
}

/**
 * Entities are chosen by name, so a name that another one has is confirmed first. Only those in reach count: a refusal would tell the names
 * of others. Two who choose the same name wait for each other until their transactions end.
 * @throws DomainError entity/name-taken
 */
export async function requireNewName(
  db: Db,
  { name, sameName = false }: WantedName,
  { reach, except }: { readonly reach: readonly EntityId[]; readonly except?: EntityId },
): Promise<void> {
  if (sameName) return
  const entities = createEntityStore(db)
  await entities.lockName(name)
  if (await entities.hasName(name, reach, except)) throw new DomainError('entity/name-taken')
}
