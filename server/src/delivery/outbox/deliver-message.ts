import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { type Attachment, createOutboxStore, type Message } from './outbox-store.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'

/** How messages of one kind leave the portal. */
export interface MessageSender {
  readonly kind: Message['kind']
  /** Hands a message over with its file; rejects when it is not taken. */
  readonly send: (message: Message, file: Attachment | undefined) => Promise<void>
  /** Whether now is the time to try; left out: always. */
  readonly isReady?: (message: Message) => Promise<boolean>
  /** Whether this message will never be taken, so that trying again cannot help. */
  readonly isFinal: (error: unknown) => boolean
}

interface Parts {
  db: Db
  /** The name of this server. */
  server: string
  clock: Clock
  log: Logger
  sender: MessageSender
  metrics: Pick<Metrics, 'deliveries'>
  /** Why a message is not wanted any more although it waits; undefined as long as it is. */
  refusalOf?: RefusalOf | undefined
}

export type RefusalOf = (message: Message) => Promise<string | undefined>

/** Sends a message that waits in the outbox, unless it has expired. @throws whatever sending threw, when trying again can help */
export async function deliverMessage(
  { db, server, clock, log, sender, metrics, refusalOf }: Parts,
  id: string,
): Promise<void> {
  const outbox = createOutboxStore(db)
  const count = (outcome: 'sent' | 'failed' | 'given-up'): void =>
    metrics.deliveries.inc({ kind: sender.kind, outcome })
  const message = await outbox.take(id, server)
  if (message === undefined) return
  if (message.expiresAt !== undefined && message.expiresAt <= clock()) {
    log.warn({ messageId: id, kind: sender.kind }, 'a message could not be delivered in time')
    count('given-up')
    return outbox.giveUpLate(id, clock())
  }
  const refusal = await refusalOf?.(message)
  if (refusal !== undefined) {
    count('given-up')
    return outbox.giveUp(id, { at: clock(), reason: refusal })
  }
  // Fails the job, so that it is tried again later, and is no try of the message.
  if (sender.isReady !== undefined && !(await sender.isReady(message))) throw new NotReady()
  try {
    const { attachmentId } = message
    await sender.send(message, attachmentId === undefined ? undefined : await outbox.findAttachment(attachmentId))
  } catch (error) {
    await outbox.recordFailure(id, reasonOf(error))
    log.warn({ err: error, messageId: id, kind: sender.kind }, 'a message could not be delivered')
    count(sender.isFinal(error) ? 'given-up' : 'failed')
    if (sender.isFinal(error)) return outbox.giveUp(id, { at: clock(), reason: reasonOf(error) })
    throw error
  }
  await outbox.markSent(id, clock())
  count('sent')
}

class NotReady extends Error {
  override readonly name = 'NotReady'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
