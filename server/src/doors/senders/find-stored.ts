import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { PageRequest, RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import type { FindStored, Found, Stored } from './time-slots.ts'

interface Parts {
  readonly database: Database
  readonly reader: RecordReader
}

/** How far behind a time its later slots are looked for, in milliseconds. */
const SLOTS = 16
/** Times that are no further apart are read in one go. */
const GAP_MS = 300_000
/** The newest ones, and so many records of each: a tracker cannot make the portal read all that is stored. */
const MOST_RANGES = 32
const MOST_RECORDS = 1_000
/** A device that sends what it kept, one record a message, asks for one time after the other: what follows is read with the first. */
const AHEAD_MS = DAY_MS
const MOST_AHEAD = 100

/**
 * Finds what is stored at the times of a message.
 * @throws DomainError server/unavailable
 */
export function createFindStored({ database, reader }: Parts): FindStored {
  const sources = createSourceStore(database.ingest.db)
  return async (dataId, names, times) => {
    const [only] = times
    try {
      return only === undefined || times.length > 1
        ? { records: await findAt(dataId, names, times), complete: undefined }
        : await findAhead(dataId, names, only)
    } catch (error) {
      if (isDatabaseAway(error)) throw new DomainError('server/unavailable', { cause: error })
      throw error
    }
  }

  async function findAt(dataId: DataId, names: readonly string[], times: readonly number[]): Promise<Stored[]> {
    const wanted = new Set(times.flatMap((at) => Array.from({ length: SLOTS }, (_, later) => at + later)))
    const found: Stored[] = []
    for (const name of names) {
      for (const range of rangesOf(times)) {
        const records = await read(dataId, name, pageOf(range, MOST_RECORDS))
        found.push(...records.filter(({ at }) => wanted.has(at)))
      }
    }
    return found
  }

  async function findAhead(dataId: DataId, names: readonly string[], from: number): Promise<Found> {
    const found: Stored[] = []
    let to = from + AHEAD_MS
    for (const name of names) {
      const records = await read(dataId, name, pageOf({ from, to: from + AHEAD_MS }, MOST_AHEAD))
      if (records.length >= MOST_AHEAD) to = Math.min(to, (records.at(-1)?.at ?? from) + 1)
      found.push(...records)
    }
    return { records: found, complete: { from, to } }
  }

  async function read(dataId: DataId, name: string, page: PageRequest): Promise<Stored[]> {
    const source = await sources.find(dataId, name as SourceName)
    if (source === undefined) return []
    const records = await reader.readPage(source.key, page)
    return records.map(({ at, fields }) => ({ source: name, at, fields }))
  }
}

function rangesOf(times: readonly number[]): TimeRange[] {
  const ranges: { from: number; to: number }[] = []
  for (const at of [...times].sort((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last !== undefined && at - last.to <= GAP_MS) last.to = at + SLOTS
    else ranges.push({ from: at, to: at + SLOTS })
  }
  return ranges.slice(-MOST_RANGES)
}

function pageOf({ from, to }: TimeRange, limit: number): PageRequest {
  return {
    conditions: [
      { kind: 'time', of: 'messageUTC', operator: '>=', at: from },
      { kind: 'time', of: 'messageUTC', operator: '<=', at: to },
    ],
    order: { field: 'messageUTC', direction: 'asc' },
    after: undefined,
    limit,
  }
}
