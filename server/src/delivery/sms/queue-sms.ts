import type { Db } from '#platform/database/database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { Platform } from '#platform/floor.ts'

interface Sms {
  /** A plus and digits. */
  to: string
  /** Plain text; more than 160 characters cost more than one message. */
  body: string
  /** When the message becomes pointless, in epoch milliseconds; leaving it out means never. */
  expiresAt?: number
  /** Until then the outbox shows the outcome. */
  keptUntil?: number
}

/** Puts an SMS in the outbox, within the transaction that causes it. */
export type QueueSms = (tx: Db, sms: Sms) => Promise<string>

type Parts = Pick<Platform, 'clock' | 'random'>

export function createQueueSms({ clock, random }: Parts): QueueSms {
  return async (tx, { to, ...sms }) => {
    const id = random.id()
    const createdAt = clock()
    await createOutboxStore(tx).add({ id, kind: 'sms', recipient: to, subject: '', ...sms, createdAt })
    return id
  }
}
