import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { createOutboxStore, type Message } from './outbox-store.ts'
import type { Clock } from '#platform/time/clock.ts'

/** How messages of one kind leave the portal. */
export interface MessageSender {
  readonly kind: Message['kind']
  /** Hands a message over; rejects when it is not taken. */
  readonly send: (message: Message) => Promise<void>
  /** Whether this message will never be taken, so that trying again cannot help. */
  readonly isFinal: (error: unknown) => boolean
}

interface Parts {
  db: Db
  clock: Clock
  log: Logger
  sender: MessageSender
}

/** Sends a message that waits in the outbox, unless it has expired. @throws whatever sending threw, when trying again can help */
export async function deliverMessage({ db, clock, log, sender }: Parts, id: string): Promise<void> {
  const outbox = createOutboxStore(db)
  const message = await outbox.findWaiting(id)
  if (message === undefined) return
  if (message.expiresAt !== undefined && message.expiresAt <= clock()) {
    log.warn({ messageId: id, kind: sender.kind }, 'a message could not be delivered in time')
    return
  }
  try {
    await sender.send(message)
  } catch (error) {
    await outbox.recordFailure(id, error instanceof Error ? error.message : String(error))
    log.warn({ err: error, messageId: id, kind: sender.kind }, 'a message could not be delivered')
    if (sender.isFinal(error)) return
    throw error
  }
  await outbox.markSent(id, clock())
}
