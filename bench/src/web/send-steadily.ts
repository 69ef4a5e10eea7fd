import { setTimeout as delay } from 'node:timers/promises'
import type { BenchPortal } from '../bench-portal.ts'
import { recordOf, type SensorSource } from '../stretches.ts'
import { markOf } from './marks.ts'

interface Steady {
  /** The number of the first record; each has the next one, and shows it as its first value. */
  readonly first: number
  readonly count: number
  readonly perSecond: number
  /** Time of the record with a number, in epoch milliseconds. */
  readonly timeOf: (number: number) => number
}

/** A record that was sent, and when it was handed to the network, in epoch milliseconds. */
export interface SentRecord {
  readonly number: number
  readonly sent: number
}

/** Sends single records of a source evenly. */
export async function sendSteadily(portal: BenchPortal, source: SensorSource, steady: Steady): Promise<SentRecord[]> {
  const { first, count, perSecond, timeOf } = steady
  const started = performance.now()
  const sent: SentRecord[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const due = started + (turn * 1000) / perSecond
    await delay(Math.max(0, due - performance.now()))
    const number = first + turn
    sent.push({ number, sent: Date.now() })
    await sendRecord(portal, source, { number, at: timeOf(number) })
  }
  return sent
}

/** Sends one record that shows its number. */
export async function sendRecord(
  portal: BenchPortal,
  source: SensorSource,
  { number, at }: { number: number; at: number },
): Promise<void> {
  const [, ...others] = recordOf(source, number).values
  await portal.store.prepare([{ ...source, records: [{ at, values: [markOf(number), ...others] }] }])()
}
