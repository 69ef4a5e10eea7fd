import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'
import { createBreaks } from '@fieldwatch/server/records/store/breaks'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { findSourceKey } from './import-commit-store.ts'
import type { StoredThere } from './place-records.ts'

interface Parts {
  readonly pool: pg.Pool
  readonly reader: Pick<RecordReader, 'readRange'>
}

/** The records that are stored with some times, which are in order. */
export async function readStoredThere(
  { pool, reader }: Parts,
  { dataId, source }: { readonly dataId: DataId; readonly source: SourceName },
  times: Float64Array,
  { isFree }: { isFree: boolean },
): Promise<StoredThere> {
  const at: number[] = []
  const receivedAt: number[] = []
  const json: string[] = []
  const key = isFree ? undefined : await findSourceKey(pool, dataId, source)
  if (key !== undefined) {
    const breaks = createBreaks()
    let place = 0
    const range = { from: times[0] ?? 0, to: (times.at(-1) ?? 0) + 1 }
    for await (const block of reader.readRange(key, range)) {
      for (const record of block) {
        while ((times[place] ?? Infinity) < record.at) place += 1
        if (times[place] !== record.at) continue
        at.push(record.at)
        receivedAt.push(record.receivedAt)
        json.push(record.fields)
      }
      await breaks.worked(block.length * VALUES_A_RECORD)
    }
  }
  return { at: Float64Array.from(at), receivedAt: Float64Array.from(receivedAt), json: json.join('\n') }
}

/** What looking at a record costs, in values. */
const VALUES_A_RECORD = 4
