import { setImmediate } from 'node:timers/promises'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { recordJson } from '#doors/telemetry/record-json.ts'
import type { Db } from '#platform/database/database.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { AsOf, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import { mayRead } from '#records/store/source-policy.ts'
import { lastActivityAt, type LastRecord } from './last-activity.ts'
import { readThings } from './read-things.ts'
import type { StateReader } from './state-alert-store.ts'
import { findPosition } from './find-position.ts'
import { createStateFactsStore, type StateUnit } from './state-facts-store.ts'

export interface StateParts {
  readonly db: Db
  readonly reader: RecordReader
}

interface AskedState extends AsOf {
  readonly dataIds: readonly DataId[]
  readonly caller: StateReader
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
  const latest = await reader.readAsOf(
    sources.map(({ key }) => key),
    { at, arrivedBy },
    signal,
  )
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
      lastActivityUTC: activeAt === undefined ? null : formatTime(activeAt),
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
