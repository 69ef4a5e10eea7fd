import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { BenchContext } from '../bench-context.ts'
import { deliverAll } from '../deliver.ts'
import type { Result } from '../report/result.ts'
import { READING_MILLISECONDS } from '../sensor-records.ts'
import { ALL_FIELDS, recordOf, type SensorSource } from '../stretches.ts'
import { followSources } from './live-follower.ts'

const UNIT = 'bench-watched'
const RECORDS = 300_000
/** Three bodies of some 8 MB. */
const BODY_RECORDS = 100_000

/** A gateway hands over its stored day while a page follows the source, and is sent every record. */
export async function measureWatchedDay(context: BenchContext): Promise<Result> {
  const { portal, watch, today } = context
  await portal.addUnits([UNIT])
  const start = today - 2 * RECORDS * READING_MILLISECONDS
  const source: SensorSource = {
    unit: UNIT,
    source: 'sensor',
    fields: ALL_FIELDS,
    sensor: { seed: 7100, start },
    readings: RECORDS + 1,
  }
  const body = (from: number, to: number) =>
    portal.store.prepare([
      { ...source, records: Array.from({ length: to - from }, (_, index) => recordOf(source, from + index)) },
    ])
  // A page reads what is stored and follows from there, so the first record is sent before it opens.
  await deliverAll([body(0, 1)], 1)
  const bodies = Array.from({ length: RECORDS / BODY_RECORDS }, (_, index) =>
    body(1 + index * BODY_RECORDS, 1 + (index + 1) * BODY_RECORDS),
  )
  const follower = await followSources(portal, [source])
  const started = performance.now()
  const { resumed } = await watch.during('watched day', async () => {
    await deliverAll(bodies, 1)
    return follower.untilArrived(RECORDS)
  })
  return {
    work: `${formatCount(RECORDS)} records of a stored day to the store and to the page that follows`,
    unit: 'ms',
    measured: performance.now() - started,
    note: `The server ended the stream ${resumed} times.`,
  }
}
