import { createChance, type Chance } from '@fieldwatch/server/testing/fuzz/chance'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import type { Portal } from '../support/portal.ts'
import { send } from '../support/api.ts'
import { persist } from './persist.ts'

/** The version of the record at each time, in epoch milliseconds: the last one that was acknowledged. */
export type Versions = ReadonlyMap<number, number>

export interface LateUnit {
  readonly dataID: string
  readonly versions: Versions
  /** How many bodies were acknowledged. */
  acknowledged(): number
  stop(): Promise<void>
  /** Ends it after a failure, whatever is under way. */
  abandon(): void
}

interface Identity {
  readonly dataID: string
  readonly token: string
  readonly seed: number
}

export const LATE_SOURCE = 'tank'

const MINUTE = 60_000
/** Half a year ago, old enough for the bucket. */
const AGE_MS = 180 * 24 * 60 * MINUTE
const FIRST_RECORDS = 6_000

/** Sends bodies of late records one after the other, each again until it is acknowledged. A record says how often records were sent before. */
export function startLateUnit(portal: Portal, { dataID, token, seed }: Identity): LateUnit {
  const chance = createChance(seed)
  const start = Math.floor((Date.now() - AGE_MS) / MINUTE) * MINUTE
  const versions = new Map<number, number>()
  let acknowledged = 0
  let version = 0
  let end = start
  let stopped = false
  let isAbandoned = false
  const sending = sendBodies()
  // Noticed by `stop`.
  sending.catch(() => undefined)
  return {
    dataID,
    versions,
    acknowledged: () => acknowledged,
    stop: async () => {
      stopped = true
      await sending
    },
    abandon: () => {
      stopped = true
      isAbandoned = true
    },
  }

  async function sendBodies(): Promise<void> {
    await deliver(ordered(FIRST_RECORDS))
    while (!stopped) await deliver(nextTimes())
  }

  function nextTimes(): number[] {
    const kind = chance.pick(['late', 'late', 'late', 'few', 'ordered'] as const)
    if (kind === 'ordered') return ordered(chance.between(400, 2_000))
    return lateTimes(chance, { start, end, count: kind === 'few' ? chance.between(1, 20) : chance.between(900, 2_500) })
  }

  /** A record a minute, behind all others. */
  function ordered(count: number): number[] {
    const first = end
    end += count * MINUTE
    return Array.from({ length: count }, (_, index) => first + index * MINUTE)
  }

  async function deliver(times: readonly number[]): Promise<void> {
    version += 1
    const records = times.map((messageUTC) => ({ messageUTC, version, state: version % 3 === 0 ? 'odd' : 'even' }))
    await persist(async () => {
      if (isAbandoned) return
      const answer = await send(portal, ingestSource, {
        params: { dataID, source: LATE_SOURCE },
        body: records,
        token,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    })
    for (const time of times) versions.set(time, version)
    acknowledged += 1
  }
}

/** Times within a stretch, half of them times of records that are there. */
function lateTimes(chance: Chance, { start, end, count }: { start: number; end: number; count: number }): number[] {
  const minutes = Math.floor((end - start) / MINUTE)
  const first = chance.between(0, Math.max(0, minutes - count))
  const shift = chance.pick([0, 0, 500, 30_000])
  const step = chance.pick([1, 1, 2])
  const times = Array.from({ length: count }, (_, index) => start + (first + index * step) * MINUTE + shift)
  return times.filter((time) => time < end)
}
