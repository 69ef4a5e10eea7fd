import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { ArgumentError } from './admin-arguments.ts'

/** @throws ArgumentError for an ambiguous name */
export async function findEntityByName(db: Db, name: string, parent?: EntityId): Promise<EntityId | undefined> {
  const ids = await createEntityStore(db).listIdsByName(name, parent)
  if (ids.length > 1)
    throw new ArgumentError(`There are ${ids.length} entities "${name}". Say which one with --parent.`)
  return ids[0]
}

/** @throws ArgumentError when there is none, or when the name is ambiguous */
export async function getEntityByName(db: Db, name: string, parentName?: string): Promise<EntityId> {
  const parent = parentName === undefined ? undefined : await getEntityByName(db, parentName)
  const found = await findEntityByName(db, name, parent)
  if (found === undefined) throw new ArgumentError(`There is no entity "${name}".`)
  return found
}
