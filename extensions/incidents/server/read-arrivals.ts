import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { createStateFactsStore } from '@fieldwatch/server/features/replay/state-facts-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import type { ArrivalOf } from './build-timeline.ts'
import type { FoundOccurrence } from './timeline-store.ts'

/** So many starts and ends are looked up: each may decode a chunk. */
const MOST_LOOKED_UP = 200

interface Asked {
  readonly range: TimeRange
  readonly signal: AbortSignal
}

/** When the records arrived that occurrences begin and end with. */
export async function readArrivals(
  { db, reader }: { readonly db: Db; readonly reader: Pick<RecordReader, 'readAsOf'> },
  occurrences: readonly FoundOccurrence[],
  { range: { from, to }, signal }: Asked,
): Promise<ArrivalOf> {
  const dataIds = [...new Set(occurrences.map(({ dataId }) => dataId))]
  const sources = await createStateFactsStore(db).listSources(dataIds)
  const keys = new Map(sources.map(({ dataId, name, key }) => [nameOf(dataId, name), key]))
  const found = new Map<string, number>()
  let left = MOST_LOOKED_UP
  for (const { dataId, source, startAt, endAt } of occurrences) {
    const key = keys.get(nameOf(dataId, source))
    if (key === undefined) continue
    for (const at of [startAt, endAt]) {
      if (at === null || at < from || at >= to || left === 0) continue
      left -= 1
      const record = (await reader.readAsOf([key], { at, arrivedBy: undefined }, signal)).get(key)
      if (record?.at === at) found.set(`${nameOf(dataId, source)} ${at}`, record.receivedAt)
    }
  }
  return ({ dataId, source }, at) => found.get(`${nameOf(dataId, source)} ${at}`)
}

function nameOf(dataId: DataId, source: SourceName): string {
  return `${dataId} ${source}`
}
