import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { pauseAfter } from '#platform/work/retry-policy.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import { type MessageSender, deliverMessage, type RefusalOf } from './deliver-message.ts'
import { type Claim, type ClaimedMessage, createOutboxStore, isAnyDue } from './outbox-store.ts'

const FIRST_RETRY_SECONDS = 5
/** What waits is tried so soon after a mail server or provider is back. */
const LAST_RETRY_MS = 300_000
/** An older message is not sent any more. */
const STILL_WANTED_MS = 24 * 60 * 60_000
/** Less than the 10 s within which the whole server stops. */
const STOP_MS = 3_000

interface Parts {
  readonly db: Db
  /** The name of this server. */
  readonly server: string
  readonly clock: Clock
  readonly log: Logger
  readonly sender: MessageSender
  readonly metrics: Pick<Metrics, 'deliveries'>
  /** As in `deliverMessage`. */
  readonly refusalOf?: RefusalOf | undefined
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
