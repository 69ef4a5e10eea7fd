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
  /** Ends what it keeps open between two messages. */
  readonly close?: () => void
}

interface Parts {
  db: Db
  clock: Clock
  log: Logger
  sender: MessageSender
  metrics: Pick<Metrics, 'deliveries'>
  /** Why a message is not wanted any more although it waits; undefined as long as it is. */
  refusalOf?: RefusalOf | undefined
}

export type RefusalOf = (message: Message) => Promise<string | undefined>

/** Sends a message, unless it has expired or is not wanted any more. False: it is to be tried again later. */
export async function deliverMessage(
  { db, clock, log, sender, metrics, refusalOf }: Parts,
  message: Message,
): Promise<boolean> {
  const { id } = message
  const outbox = createOutboxStore(db)
  const count = (outcome: 'sent' | 'failed' | 'given-up'): void =>
    metrics.deliveries.inc({ kind: sender.kind, outcome })
  if (message.expiresAt !== undefined && message.expiresAt <= clock()) {
    log.warn({ messageId: id, kind: sender.kind }, 'message expired before delivery')
    count('given-up')
    await outbox.giveUpLate(id, clock())
    return true
  }
  const refusal = await refusalOf?.(message)
  if (refusal !== undefined) {
    count('given-up')
    await outbox.giveUp(id, { at: clock(), reason: refusal })
    return true
  }
  if (sender.isReady !== undefined && !(await sender.isReady(message))) return false
  try {
    const { attachmentId } = message
    await sender.send(message, attachmentId === undefined ? undefined : await outbox.findAttachment(attachmentId))
  } catch (error) {
    await outbox.recordFailure(id, reasonOf(error))
    log.warn({ err: error, messageId: id, kind: sender.kind }, 'message delivery failed')
    const isFinal = sender.isFinal(error)
    count(isFinal ? 'given-up' : 'failed')
    if (isFinal) await outbox.giveUp(id, { at: clock(), reason: reasonOf(error) })
    return isFinal
  }
  await outbox.markSent(id, clock())
  count('sent')
  return true
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
