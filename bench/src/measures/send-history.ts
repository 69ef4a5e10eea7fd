import { deliverAll } from '../deliver.ts'
import type { Store } from '../stores/store.ts'
import { type ComesLate, type SensorSource, stretchesOf } from '../stretches.ts'

/** Records of one body: some 1.5 MB of JSON. */
export const BODY_RECORDS = 20_000
export const BODIES_IN_FLIGHT = 4

export interface SentHistory {
  /** All records. */
  readonly count: number
  /** Records a second of those that came in their turn. */
  readonly ordered: number
  /** Records a second of those that came after all the others. */
  readonly late: number
}

/** Sends a source in ordered stretches, then its late records. Everything is written before the clock starts. */
export async function sendHistory(
  store: Store,
  source: SensorSource,
  which: { comesLate?: ComesLate } = {},
): Promise<SentHistory> {
  const ordered = await sendStretches(store, source, { ...which, late: false })
  const late = await sendStretches(store, source, { ...which, late: true })
  return { count: ordered.count + late.count, ordered: ordered.rate, late: late.rate }
}

async function sendStretches(store: Store, source: SensorSource, which: { late: boolean; comesLate?: ComesLate }) {
  let count = 0
  const deliveries = []
  for (const stretch of stretchesOf(source, { ...which, size: BODY_RECORDS })) {
    count += stretch.records.length
    deliveries.push(store.prepare([stretch]))
  }
  return { count, rate: count / (await deliverAll(deliveries, BODIES_IN_FLIGHT)) }
}
