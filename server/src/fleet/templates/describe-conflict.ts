import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { conflictOf } from '#platform/versions/conflict.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'

/** The refusal of a change that was made from an older version, or from another template than the one that is shown. */
export async function describeConflict(db: Db, caller: Caller, id: TemplateId): Promise<DomainError> {
  const last = await createVersionStore(db).findLastChange({ kind: 'template', id }, caller.reach)
  return last === undefined ? new DomainError('template/not-found') : conflictOf('template', last, caller.userId)
}
