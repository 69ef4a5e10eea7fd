import { requireMayEditUnit } from '#fleet/units/require-may-edit-unit.ts'
import { requireMayEdit } from '#people/entities/require-may-edit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type Owned, requireMayChangeTemplate } from './template-policy.ts'

/**
 * Whether a caller may change a template for every unit that shows it. The entity of a shared template decides on viewers, the unit of an
 * own copy on those of the copy.
 * @throws DomainError template/not-yours, access/only-admins-edit
 */
export async function requireMayEditTemplate(
  db: Db,
  caller: Pick<Caller, 'role' | 'entity' | 'reach'>,
  template: Owned,
): Promise<void> {
  requireMayChangeTemplate(caller, template)
  const { entityId, dataId } = template
  await (dataId === undefined ? requireMayEdit(db, caller, [entityId]) : requireMayEditUnit(db, caller, dataId))
}
