import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { sourceName } from '#testing/build-unit.ts'

/** The results of a calculated source by time, without those that were taken back. */
export async function readResults(
  { db, reader }: { db: Db; reader: RecordReader },
  dataId: DataId,
  name: string,
): Promise<[number, number][]> {
  const source = await createSourceStore(db).find(dataId, sourceName(name))
  const results: [number, number][] = []
  if (source === undefined) return results
  for await (const block of reader.readRange(source.key, { from: -Infinity, to: Infinity })) {
    for (const { at, fields } of block) {
      const { value } = JSON.parse(fields) as { value: number | null }
      if (value !== null) results.push([at, value])
    }
  }
  return results
}
