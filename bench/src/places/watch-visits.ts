import { setTimeout as delay } from 'node:timers/promises'
import type { BenchPortal } from '../bench-portal.ts'

/** A record with which a visit begins or ends. */
export interface Crossing {
  readonly dataID: string
  /** The time of the record, in epoch milliseconds. */
  readonly at: number
  readonly crossing: 'comes' | 'leaves'
  /** By the clock of the process. */
  readonly sentAt: number
}

const LOOK_MS = 100
/** Visits are given up after so long. */
const PATIENCE_MS = 120_000

/** Looks when the visits that records begin or end are there. */
export function watchVisits({ query }: Pick<BenchPortal, 'query'>) {
  const waiting = new Set<Crossing>()
  const lags: number[] = []
  let stoppedAt = Infinity

  const look = async (): Promise<void> => {
    const asked = [...waiting]
    if (asked.length === 0) return
    const rows = await query<{ data_id: string; at: string }>(
      `select event_table.data_id, given.at from unnest($1::text[], $2::bigint[], $3::text[]) given (data_id, at, crossing)
       join event_table on event_table.data_id = given.data_id and name = 'visits'
       join event_occurrence on event_table = event_table.id
         and case crossing when 'comes' then event_occurrence.start_at else end_at end = given.at`,
      [asked.map(({ dataID }) => dataID), asked.map(({ at }) => at), asked.map(({ crossing }) => crossing)],
    )
    const now = performance.now()
    const found = new Set(rows.map((row) => `${row.data_id} ${row.at}`))
    for (const one of asked) {
      if (!found.has(`${one.dataID} ${one.at}`)) continue
      waiting.delete(one)
      lags.push(now - one.sentAt)
    }
  }

  const watching = (async () => {
    while (stoppedAt === Infinity || (waiting.size > 0 && performance.now() < stoppedAt + PATIENCE_MS)) {
      await look()
      await delay(LOOK_MS)
    }
  })()

  return {
    crossed: (crossing: Crossing): void => void waiting.add(crossing),
    /** Waits for those that are not there yet. Returns the milliseconds from each record to its visit. */
    stop: async (): Promise<readonly number[]> => {
      stoppedAt = performance.now()
      await watching
      if (waiting.size > 0) throw new Error(`${waiting.size} visits are not there after ${PATIENCE_MS / 1_000} s`)
      return lags
    },
  }
}
