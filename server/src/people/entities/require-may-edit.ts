import type { EntityId } from '@fieldwatch/contract/api/ids'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createEntityStore } from './entity-store.ts'

/**
 * Whether a caller may change dashboards, event tables and calculated sources of what belongs to these entities: admins may, and viewers
 * where every entity lets them.
 */
export async function mayEdit(db: Db, caller: Pick<Caller, 'role'>, entities: readonly EntityId[]): Promise<boolean> {
  return isAdmin(caller) || createEntityStore(db).letViewersEdit(entities)
}

/** @throws DomainError access/only-admins-edit */
export async function requireMayEdit(
  db: Db,
  caller: Pick<Caller, 'role'>,
  entities: readonly EntityId[],
): Promise<void> {
  if (!(await mayEdit(db, caller, entities))) throw new DomainError('access/only-admins-edit')
}
