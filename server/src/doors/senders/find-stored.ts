import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { PageRequest, RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import type { FindStored, Stored } from './time-slots.ts'

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

/**
 * Finds what is stored at the times of a message.
 * @throws DomainError server/unavailable
 */
export function createFindStored({ database, reader }: Parts): FindStored {
  const sources = createSourceStore(database.ingest.db)
  return async (dataId, names, times) => {
    const wanted = new Set(times.flatMap((at) => Array.from({ length: SLOTS }, (_, later) => at + later)))
    const found: Stored[] = []
    try {
      for (const name of names) {
        const source = await sources.find(dataId, name as SourceName)
        if (source === undefined) continue
        for (const range of rangesOf(times)) {
          const records = await reader.readPage(source.key, pageOf(range))
          const matching = records.filter(({ at }) => wanted.has(at))
          found.push(...matching.map(({ at, fields }) => ({ source: name, at, fields })))
        }
      }
    } catch (error) {
      if (isDatabaseAway(error)) throw new DomainError('server/unavailable', { cause: error })
      throw error
    }
    return found
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

function pageOf({ from, to }: TimeRange): PageRequest {
  return {
    conditions: [
      { kind: 'time', of: 'messageUTC', operator: '>=', at: from },
      { kind: 'time', of: 'messageUTC', operator: '<=', at: to },
    ],
    order: { field: 'messageUTC', direction: 'asc' },
    after: undefined,
    limit: MOST_RECORDS,
  }
}
