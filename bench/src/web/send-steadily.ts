import { setTimeout as delay } from 'node:timers/promises'
import type { BenchPortal } from '../bench-portal.ts'
import { recordOf, type SensorSource } from '../stretches.ts'

interface Steady {
  readonly perSecond: number
  readonly seconds: number
  /** Time of the record with this number, from 0, in epoch milliseconds. */
  readonly timeOf: (number: number) => number
}

/** Sends single records of a source evenly. */
export async function sendSteadily(portal: BenchPortal, source: SensorSource, steady: Steady): Promise<void> {
  const started = performance.now()
  for (let number = 0; number < steady.perSecond * steady.seconds; number += 1) {
    const due = started + (number * 1000) / steady.perSecond
    await delay(Math.max(0, due - performance.now()))
    const record = { at: steady.timeOf(number), values: recordOf(source, number).values }
    await portal.store.prepare([{ ...source, records: [record] }])()
  }
}
