import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** When the link in it ends: then it is not sent any more, and its text is removed. */
  expiresAt?: number
  /** The same with marks. */
  html?: string
  headers?: Readonly<Record<string, string>>
  /** Until then the outbox shows the outcome. */
  keptUntil?: number
  /** The id of a file of the outbox. */
  attachmentId?: string
}

/** Puts a mail in the outbox, within the transaction that causes it. */
export type QueueMail = (tx: Db, mail: Mail) => Promise<string>

interface Parts {
  clock: Clock
  random: Random
}

export function createQueueMail({ clock, random }: Parts): QueueMail {
  return async (tx, { to, ...mail }) => {
    const id = random.id()
    await createOutboxStore(tx).add({ id, kind: 'mail', recipient: to, ...mail, createdAt: clock() })
    return id
  }
}
