import type { DataId } from '@fieldwatch/contract/api/ids'
import { requireMayEdit } from '#people/entities/require-may-edit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUnitStore } from './unit-store.ts'

/**
 * Whether a caller may change the dashboard, event tables and calculated sources of a unit: all of its entities decide, also those out of
 * reach. Check the reach first.
 * @throws DomainError access/only-admins-edit
 */
export async function requireMayEditUnit(db: Db, caller: Pick<Caller, 'role'>, dataId: DataId): Promise<void> {
  await requireMayEdit(db, caller, await createUnitStore(db).listEntities(dataId))
}
