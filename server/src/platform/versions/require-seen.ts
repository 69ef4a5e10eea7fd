import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { conflictOf } from './conflict.ts'
import { createVersionStore, type Versioned } from './version-store.ts'

/**
 * Refuses a change that was made from another version than the current one; a change that names no version passes. Use it in the
 * transaction of the change, after locking the thing.
 * @throws DomainError user/changed, entity/changed, unit/changed, template/changed, calculation/changed, retention/changed,
 * sim/changed, alert/changed, webhook/changed, mapping/changed, label/changed, note/changed, place/changed, incident/changed, board/changed,
 * schedule/changed, event/changed
 */
export async function requireSeen(
  db: Db,
  { reach, userId }: Pick<Caller, 'reach' | 'userId'>,
  thing: Versioned,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const last = await createVersionStore(db).findLastChange(thing, reach)
  if (last !== undefined && last.version !== seen) throw conflictOf(thing.kind, last, userId)
}
