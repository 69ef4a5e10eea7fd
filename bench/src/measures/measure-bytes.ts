import type { BenchContext } from '../bench-context.ts'
import { DATA_SETS, type DataSet, recordsOf } from '../data-sets.ts'
import { deliverAll } from '../deliver.ts'
import type { Result } from '../report/result.ts'
import type { Store } from '../stores/store.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from './send-history.ts'
import type { Stretch } from '../stretches.ts'

/** Bytes a point of several kinds of data, each sent in its order. */
export async function measureBytes(context: BenchContext): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, dataSet] of DATA_SETS.entries()) results.push(await measureDataSet(context, dataSet, index))
  return results
}

async function measureDataSet(
  { portal, compare, sizes, today }: BenchContext,
  dataSet: DataSet,
  index: number,
): Promise<Result> {
  const unit = `bench-bytes-${index}`
  const count = sizes.dataSetRecords
  const points = count * dataSet.fields.length
  const stretches = stretchesOf(unit, dataSet, recordsOf(dataSet, today - count * dataSet.everyMs, count))
  await portal.addUnits([unit])
  // No free space is left for it: each kind of data takes its own.
  await portal.query('vacuum full record_chunk, record_column, record_summary')
  const before = await portal.storedBytes()
  await send(portal.store, stretches)
  await portal.settle()
  const bytes = (await portal.storedBytes()) - before
  return {
    work: `bytes a point: ${dataSet.name}`,
    unit: 'bytes/point',
    measured: bytes / points,
    yardsticks: await compare(async (yardstick) => {
      if (!yardstick.isCompressed) return 'left out'
      const beforeThat = await yardstick.storedBytes()
      await send(yardstick, stretches)
      await yardstick.settle()
      return ((await yardstick.storedBytes()) - beforeThat) / points
    }),
    note: await describeParts({ portal }, { unit, points, bytes }),
  }
}

function stretchesOf(unit: string, { fields }: DataSet, records: Stretch['records']): Stretch[] {
  return Array.from({ length: Math.ceil(records.length / BODY_RECORDS) }, (_, body) => ({
    unit,
    source: 'sensor',
    fields,
    records: records.slice(body * BODY_RECORDS, (body + 1) * BODY_RECORDS),
  }))
}

async function send(store: Store, stretches: readonly Stretch[]): Promise<void> {
  await deliverAll(
    stretches.map((stretch) => store.prepare([stretch])),
    BODIES_IN_FLIGHT,
  )
}

interface Stored {
  readonly unit: string
  readonly points: number
  readonly bytes: number
}

async function describeParts(
  { portal }: Pick<BenchContext, 'portal'>,
  { unit, points, bytes }: Stored,
): Promise<string> {
  const [parts] = await portal.query<Record<'times' | 'arrivals' | 'values' | 'summaries', string>>(
    `with key as (select source_key from source where data_id = $1)
     select (select sum(length(times)) from record_chunk join key using (source_key)) as times,
       (select coalesce(sum(length(arrivals)), 0) from record_chunk join key using (source_key)) as arrivals,
       (select sum(length(data)) from record_column join key using (source_key)) as values,
       (select coalesce(sum(length(data)), 0) from record_summary join key using (source_key)) as summaries`,
    [unit],
  )
  if (parts === undefined) throw new Error(`${unit} has no chunks`)
  const named = Object.entries(parts).map(([name, size]): [string, number] => [name, Number(size)])
  const rest = bytes - named.reduce((sum, [, size]) => sum + size, 0)
  return [...named, ['rows, indexes and free space', rest] as const]
    .map(([name, size]) => `${name} ${(size / points).toFixed(3)}`)
    .join(', ')
}
