import { setImmediate } from 'node:timers/promises'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { UnitState } from '@fieldwatch/contract/replay/state'
import type { FrozenPlace, ReadPlaces } from '#doors/visitors/unit-places.ts'
import type { Clock } from '#platform/time/clock.ts'
import { recordJson } from '#doors/telemetry/record-json.ts'
import type { Db } from '#platform/database/database.ts'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import type { AsOf, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import { mayRead } from '#records/store/source-policy.ts'
import { lastActivityAt, type LastRecord } from './last-activity.ts'
import { readThings } from './read-things.ts'
import type { AlertReader } from '#features/alerts/alert-audience-store.ts'
import { findPosition } from './find-position.ts'
import { createStateFactsStore, type StateUnit } from './state-facts-store.ts'

export interface StateParts {
  readonly db: Db
  readonly reader: RecordReader
}

interface AskedState extends AsOf {
  readonly dataIds: readonly DataId[]
  readonly caller: AlertReader
  readonly now: number
  /** Undefined: of all sources. */
  readonly subjects: ReadonlySet<SourceName> | undefined
}

/** Units that are read together. */
const UNITS_AT_ONCE = 500

/** What was true of units in reach at a moment, each as JSON, page by page. */
export async function* readState(parts: StateParts, asked: AskedState, signal: AbortSignal): AsyncGenerator<string[]> {
  const units = await createStateFactsStore(parts.db).listUnits(asked.dataIds, asked.caller.reach, asked.at)
  for (let from = 0; from < units.length; from += UNITS_AT_ONCE) {
    signal.throwIfAborted()
    yield await readPage(parts, asked, { units: units.slice(from, from + UNITS_AT_ONCE), signal })
    await setImmediate()
  }
}

async function readPage(
  { db, reader }: StateParts,
  asked: AskedState,
  { units, signal }: { units: readonly StateUnit[]; signal: AbortSignal },
): Promise<string[]> {
  const { at, arrivedBy, caller, subjects } = asked
  const sources = await createStateFactsStore(db).listSources(units.map(({ dataId }) => dataId))
  const keys = sources.map(({ key }) => key)
  const latest = await reader.readAsOf(keys, { at, arrivedBy }, signal)
  const found = sources.flatMap((source): LastRecord[] => {
    const record = latest.get(source.key)
    return record === undefined ? [] : [{ ...source, record }]
  })
  const byUnit = Map.groupBy(found, ({ dataId }) => dataId)
  const known = new Map(units.map(({ dataId }) => [dataId, byUnit.get(dataId) ?? []]))
  const thingsOf = await readThings(db, asked, known)
  const pages: string[] = []
  for (const { dataId, active } of units) {
    const records = known.get(dataId) ?? []
    const location = records.find(({ name }) => name === 'location')
    const position = location && (await findPosition(reader, location, asked, signal))
    const activeAt = lastActivityAt(records, asked)
    const shown = records.filter(({ name }) => mayRead(caller, name) && (subjects === undefined || subjects.has(name)))
    const rest = {
      position:
        position === undefined ? null : { lat: position.lat, lon: position.lon, atUTC: formatTime(position.at) },
      active,
      lastActivityUTC: formatTimeOrNull(activeAt),
      ...thingsOf(dataId),
    }
    const list = shown.map(({ name, record }) => writeRecord(name, record)).join(',')
    pages.push(`{"dataID":${JSON.stringify(dataId)},"records":[${list}],${JSON.stringify(rest).slice(1)}`)
  }
  return pages
}

/** Its fields are JSON already, and are not parsed. */
function writeRecord(subject: SourceName, record: StoredRecord): string {
  return `{"subject":${JSON.stringify(subject)},"record":${recordJson(record)}}`
}

/** Reads where units in reach were at a moment, as it is known now. */
export function createReadPlaces({ clock, ...parts }: StateParts & { readonly clock: Clock }): ReadPlaces {
  return async (dataIds, at, caller, signal) => {
    const asked = { dataIds, at, arrivedBy: undefined, caller, now: clock(), subjects: new Set<never>() }
    const places = new Map<DataId, FrozenPlace>()
    for await (const page of readState(parts, asked, signal)) {
      for (const text of page) {
        const { dataID, active, position, lastActivityUTC } = JSON.parse(text) as UnitState
        const { lat: latitude = null, lon: longitude = null } = position ?? {}
        if (active) places.set(dataID, { latitude, longitude, lastActivityUTC })
      }
    }
    return places
  }
}
