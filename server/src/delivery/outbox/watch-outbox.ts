import { PERSONAL_CHANNELS } from '@fieldwatch/contract/alerts/alert-history'
import type { Platform } from '#platform/floor.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { every, type Repetition } from '#platform/time/every.ts'
import { createOutboxStore } from './outbox-store.ts'

const LOOK_EVERY_MS = 15_000
/** Rows that one look reads at most. */
const MOST = 10_000

interface Parts extends Pick<Platform, 'db' | 'clock' | 'log'> {
  readonly metrics: Pick<Metrics, 'outboxWaiting' | 'outboxOldest'>
}

/** Reports regularly in the metrics how many messages wait and for how long. */
export function watchOutbox(parts: Parts): Repetition {
  void measureOutbox(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'counting the outbox failed'))
  return every(LOOK_EVERY_MS, () => measureOutbox(parts), parts.log)
}

export async function measureOutbox({ db, clock, metrics }: Omit<Parts, 'log'>): Promise<void> {
  const waiting = await createOutboxStore(db).countWaiting(MOST)
  const now = clock()
  // A kind of which none waits any more is not counted, but for those of the core.
  metrics.outboxWaiting.reset()
  metrics.outboxOldest.reset()
  for (const kind of new Set([...PERSONAL_CHANNELS, ...waiting.keys()])) {
    const { count = 0, oldest = now } = waiting.get(kind) ?? {}
    metrics.outboxWaiting.set({ kind }, count)
    metrics.outboxOldest.set({ kind }, Math.max(0, now - oldest) / 1000)
  }
}
