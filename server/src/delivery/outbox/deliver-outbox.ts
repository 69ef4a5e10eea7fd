import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Platform } from '#platform/floor.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { pauseAfter } from '#platform/work/retry-policy.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import {
  type Attachment,
  type Claim,
  type ClaimedMessage,
  createOutboxStore,
  isAnyDue,
  type Message,
} from './outbox-store.ts'

const FIRST_RETRY_SECONDS = 5
/** What waits is tried so soon after a mail server or provider is back. */
const LAST_RETRY_MS = 300_000
/** An older message is not sent any more. */
const STILL_WANTED_MS = DAY_MS
/** Less than the 10 s within which the whole server stops. */
const STOP_MS = 3_000

interface DeliveryParts extends Pick<Platform, 'db' | 'clock' | 'log'> {
  readonly sender: MessageSender
  readonly metrics: Pick<Metrics, 'deliveries'>
  /** Why a message is not wanted any more although it waits; undefined as long as it is. */
  readonly refusalOf?: RefusalOf | undefined
}

interface Parts extends DeliveryParts {
  /** The name of this server. */
  readonly server: string
  /** How long to wait before the first retry; then it grows. */
  readonly retrySeconds?: number | undefined
  /** Messages that one server hands over at the same time; two unless said otherwise. */
  readonly atOnce?: number | undefined
}

/** Hands over what waits in the outbox, and tries again while the mail server or provider is away. */
export function createDelivery({ retrySeconds = FIRST_RETRY_SECONDS, atOnce = 2, ...parts }: Parts): WorkKind {
  const { db, server, clock, log } = parts
  const { kind } = parts.sender
  const store = createOutboxStore(db)
  const retries = { firstMs: retrySeconds * 1000, factor: 2, mostMs: LAST_RETRY_MS }
  const atHand = new Map<string, Promise<void>>()
  const claim = (now: number): Claim => ({
    kind,
    server,
    atHand: [...atHand.keys()],
    now,
    createdAfter: now - STILL_WANTED_MS,
  })

  /** Begins as many as go at once; another one begins when one of them has ended. */
  async function run({ signal, again }: RunContext): Promise<void> {
    while (!signal.aborted && atHand.size < atOnce) {
      const message = await store.claimNext(claim(clock()))
      if (message === undefined) return
      const { id } = message
      const handing = hand(message)
        .catch((error: unknown) => log.warn({ err: error, messageId: id, kind }, 'message delivery failed; retrying'))
        .finally(() => {
          atHand.delete(id)
          again()
        })
      atHand.set(id, handing)
    }
  }

  async function hand(message: ClaimedMessage): Promise<void> {
    try {
      if (await deliverMessage(parts, message)) return
    } catch (error) {
      // The next look finds that it is not at hand any more.
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, messageId: message.id, kind }, 'message handling failed; retrying')
    }
    await store.retryAfter(message.id, pauseAfter(retries, message.tries + 1) ?? LAST_RETRY_MS)
  }

  return {
    name: kind,
    isDue: (now) => isAnyDue(claim(now)),
    run,
    close: async () => {
      await Promise.race([Promise.all(atHand.values()), delay(STOP_MS, undefined, { ref: false })])
      parts.sender.close?.()
    },
  }
}

/** How messages of one kind leave the portal. */
export interface MessageSender {
  readonly kind: Message['kind']
  /** Hands a message over with its files; rejects when it is not taken, with `MessageRefused` where it never will be. */
  readonly send: (message: Message, files: readonly Attachment[]) => Promise<void>
  /** Whether now is the time to try; left out: always. */
  readonly isReady?: (message: Message) => Promise<boolean>
  /** Ends what it keeps open between two messages. */
  readonly close?: () => void
}

/** A message will never be taken, so that trying again cannot help. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}

export type RefusalOf = (message: Message) => Promise<string | undefined>

/** Sends a message, unless it has expired or is not wanted any more. False: it is to be tried again later. */
export async function deliverMessage(
  { db, clock, log, sender, metrics, refusalOf }: DeliveryParts,
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
  const refusal = (await outbox.findLoss(id)) ?? (await refusalOf?.(message))
  if (refusal !== undefined) {
    count('given-up')
    await outbox.giveUp(id, { at: clock(), reason: refusal })
    return true
  }
  if (sender.isReady !== undefined && !(await sender.isReady(message))) return false
  try {
    const { attachmentId } = message
    await sender.send(message, attachmentId === undefined ? [] : await outbox.listAttachments(attachmentId))
  } catch (error) {
    await outbox.recordFailure(id, reasonOf(error))
    log.warn({ err: error, messageId: id, kind: sender.kind }, 'message delivery failed')
    const isFinal = error instanceof MessageRefused
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
