import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { backfill } from '@fieldwatch/simulator/backfill'
import { sourcesOf } from '@fieldwatch/simulator/unit-sources'
import type { Db } from '#platform/database/database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { NORTHWIND } from './demo-users.ts'
import type { DemoState } from './demo-state.ts'
import { createDemoStore } from './demo-store.ts'
import { DEMO_UNITS, type DemoUnit, RETIRED_DAYS_AGO } from './demo-units.ts'
import { countRecords, HISTORY_DAYS, planHistory, type Stretch } from './history-plan.ts'

/** The world of the demo: with another seed the weather is another one. */
export const DEMO_SEED = 1

/** Requests at a time: enough to keep the portal busy while the next ones are written. */
const AT_ONCE = 3

interface Options {
  readonly db: Db
  /** The URL of the portal. */
  readonly url: string
  readonly state: DemoState
  readonly now: number
  /** How far back a history goes; 30 by default. */
  readonly days?: number
  readonly onProgress: (progress: { stored: number; expected: number }) => void
}

interface Task extends Stretch {
  readonly dataId: DataId
}

/**
 * Sends what the units measured since their last record, or in the last 30 days when their history is not complete, through
 * the door that every unit uses. Returns how many records were stored.
 */
export async function fillHistory(options: Options): Promise<number> {
  const { db, url, state, now, days = HISTORY_DAYS, onProgress } = options
  const lastActivity = state.filled ? await readLastActivity(db) : new Map<DataId, number>()
  const earliest = now - days * DAY_MS
  // Retired units come first: their last activity is set back afterwards.
  const units = DEMO_UNITS.toSorted(
    (left, right) => Number(right.state === 'retired') - Number(left.state === 'retired'),
  )
  const tasks = units.flatMap((unit) =>
    planUnit(unit, { now, from: Math.max(earliest, lastActivity.get(unit.dataId) ?? 0), filled: state.filled }),
  )
  const expected = tasks.reduce((sum, task) => sum + countRecords(task), 0)
  let stored = 0
  const onStored = (count: number): void => {
    stored += count
    onProgress({ stored, expected: Math.max(expected, stored) })
  }
  // When an earlier fill was interrupted, its retired units may be deactivated already.
  if (!state.filled) await forRetired((dataId) => createDemoStore(db).revive(dataId))
  const waiting = tasks.values()
  const work = async (): Promise<void> => {
    for (const { dataId, source, from, to, stepSeconds } of waiting) {
      const records = source.recordsBetween(from, to, stepSeconds)
      await backfill({ url, dataId, token: state.tokens[dataId] ?? '', records, onStored })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (!state.filled) {
    const switchedOffAt = now - RETIRED_DAYS_AGO * DAY_MS
    await forRetired((dataId) => createDemoStore(db).retire(dataId, switchedOffAt))
  }
  return stored
}

function planUnit(unit: DemoUnit, { now, from, filled }: { now: number; from: number; filled: boolean }): Task[] {
  if (unit.state === 'waiting' || (unit.state === 'retired' && filled)) return []
  const to = unit.state === 'retired' ? now - RETIRED_DAYS_AGO * DAY_MS : now
  return sourcesOf({ ...unit, dataID: unit.dataId }, DEMO_SEED)
    .flatMap((source) => planHistory(source, from, to, now))
    .map((stretch) => ({ ...stretch, dataId: unit.dataId }))
}

async function readLastActivity(db: Db): Promise<ReadonlyMap<DataId, number>> {
  const documents = await createUnitStore(db).listDocuments([NORTHWIND])
  return new Map(
    documents.flatMap(({ dataID, lastActivityUTC }) =>
      lastActivityUTC === null ? [] : [[dataID, Date.parse(lastActivityUTC)] as const],
    ),
  )
}

async function forRetired(work: (dataId: DataId) => Promise<void>): Promise<void> {
  for (const { dataId, state } of DEMO_UNITS) if (state === 'retired') await work(dataId)
}
