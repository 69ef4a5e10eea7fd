import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createNotificationStore } from './notification-store.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

interface Recipient {
  /** For the log. */
  readonly named: object
  readonly listIds: () => Promise<readonly number[]>
  /** Hands over all that is due, or only one. */
  readonly handOver: (tx: Db, only?: number) => Promise<void>
}

const POSTPONED_MS = 15 * 60_000
const REASON = 'The message could not be written. It is tried again.'

/**
 * Hands over what is due to one recipient in one message. Where that fails each notification goes alone, so that only one that cannot
 * be written is postponed.
 */
export async function handOverApart({ db, clock, log }: Parts, recipient: Recipient): Promise<void> {
  const { named, listIds, handOver } = recipient
  const isDone = (only?: number): Promise<boolean> =>
    db
      .transaction()
      .execute((tx) => handOver(tx, only))
      .then(() => true)
      .catch((error: unknown) => {
        log.warn({ err: error, ...named, notification: only }, 'alert notification not handed over')
        return false
      })
  if (await isDone()) return
  for (const id of await listIds()) {
    if (!(await isDone(id))) await createNotificationStore(db).postpone(id, clock() + POSTPONED_MS, REASON)
  }
}
