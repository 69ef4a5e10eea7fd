import type { TemplateId } from '@fieldwatch/contract/ids'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import type { Caller } from '#http/caller.ts'
import { createTemplateStore } from './template-store.ts'

/** The refusal of a change that was made from an older version: who changed the template meanwhile, and when. */
export async function describeConflict(db: Db, caller: Caller, id: TemplateId): Promise<DomainError> {
  const { userId, name, at } = await createTemplateStore(db).getLastChange(id, caller.reach)
  const changedBy = userId === caller.userId ? 'You' : name
  const utc = at.toISOString()
  const when = `${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`
  return new DomainError('template/changed', {
    message: `${changedBy ?? 'Somebody'} changed this template meanwhile, at ${when}. Load the newer one and save again.`,
    details: { ...(changedBy === undefined ? {} : { changedBy }), changedUTC: utc },
  })
}
