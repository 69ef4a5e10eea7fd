import { notSent } from '@fieldwatch/messages/server-sentences'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type Addressees, createNotificationStore } from './notification-store.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/** Hands over all that is due to some, or only one. */
type HandOver = (tx: Db, to: Addressees, only?: number) => Promise<void>

const POSTPONED_MS = 15 * 60_000
const REASON = notSent('not-sent.unwritten')

/**
 * Hands over what is due to addressees together. Where that fails each of them goes alone, and then each notification, so that only one
 * that cannot be written is postponed.
 */
export async function handOverApart(parts: Parts, to: Addressees, handOver: HandOver): Promise<void> {
  const { db, clock, log } = parts
  const attempt = (only?: number): Promise<'done' | 'failed' | 'database away'> =>
    db
      .transaction()
      .execute((tx) => handOver(tx, to, only))
      .then(() => 'done' as const)
      .catch((error: unknown) => {
        log.warn({ err: error, ...to, notification: only }, 'queueing an alert notification failed')
        return isDatabaseAway(error) ? 'database away' : 'failed'
      })
  // What a database that is away cuts off is due at once when it is back.
  if ((await attempt()) !== 'failed') return
  if (to.ids.length > 1) {
    for (const id of to.ids) await handOverApart(parts, { ...to, ids: [id] }, handOver)
    return
  }
  const store = createNotificationStore(db)
  for (const id of await store.listDueTo(to, clock())) {
    if ((await attempt(id)) === 'failed') await store.postpone(id, clock() + POSTPONED_MS, REASON)
  }
}
