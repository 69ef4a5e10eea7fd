import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { Clock } from '#platform/time/clock.ts'
import { removeExpiredRows } from './expired-rows-store.ts'

/** How often expired rows are removed. */
export const REMOVE_EXPIRED_EVERY_MS = 10 * 60_000

/** Removes expired sessions, failures, links and messages. */
export async function removeExpired({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock()
  await removeExpiredRows(db, now)
  await createAuditStore(db).removeOfUnknown(now - 30 * DAY_MS)
  await createOutboxStore(db).blankExpired(now)
  await createOutboxStore(db).removeOld({ now, sentBefore: now - DAY_MS, writtenBefore: now - 30 * DAY_MS })
}
