import type { Logger } from 'pino'
import type { Db } from '#database/database.ts'
import type { Clock } from '#time/clock.ts'
import { createOutboxStore, type Message } from './outbox-store.ts'

/** Hands a message to the mail server; rejects when that does not take it. */
export type Send = (message: Message) => Promise<void>

interface Parts {
  db: Db
  clock: Clock
  log: Logger
  send: Send
}

/**
 * Sends a mail that waits in the outbox.
 * @throws whatever sending threw, when trying again can help
 */
export async function deliverMail({ db, clock, log, send }: Parts, id: string): Promise<void> {
  const outbox = createOutboxStore(db)
  const message = await outbox.findWaiting(id)
  if (message === undefined) return
  try {
    await send(message)
  } catch (error) {
    await outbox.recordFailure(id, error instanceof Error ? error.message : String(error))
    log.warn({ err: error, messageId: id }, 'a mail could not be delivered')
    if (isFinal(error)) return
    throw error
  }
  await outbox.markSent(id, clock())
}

/** The mail server will never take a mail for this recipient: RFC 5321, section 4.2.1, replies of the form 5yz. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
