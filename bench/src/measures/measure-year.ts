import type { BenchContext } from '../bench-context.ts'
import { deliverAll, timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Delivery, SourceRange } from '../stores/store.ts'
import { type SensorSource, stretchesOf } from '../stretches.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from './send-history.ts'
import { checkReduced, createSeriesReader, type SeriesReply, WIDTH, wholeOf } from './series-reader.ts'

const READINGS = 365 * 86_400
/** Bodies that are held at a time: a year of them would not fit. */
const BODIES_AT_ONCE = 64

const row = { work: `1 year × 1 Hz × 1 field at ${WIDTH} px, p50`, unit: 'ms', target: 150 } as const

/** The row of a run that leaves the year out. */
export const YEAR_LEFT_OUT: Result = { ...row, measured: 'only with --year' }

export async function measureYear({ portal, watch, sizes, today }: BenchContext): Promise<Result> {
  const source: SensorSource = {
    unit: 'bench-year',
    source: 'sensor',
    fields: ['level'],
    sensor: { seed: 2, start: today - READINGS * 1000 },
    readings: READINGS,
  }
  await portal.addUnits([source.unit])
  await watch.during('backfill of a year', async () => {
    for (const late of [false, true]) await send(portal, source, { late })
    await portal.settle()
  })

  const whole = wholeOf(source)
  const read = await createSeriesReader(portal)
  const replies: { range: SourceRange; reply: SeriesReply }[] = []
  const times = await watch.during('year', () =>
    timeRepeats(sizes.repeats, async () => {
      // Each read has its own range, as the portal caches answers.
      const range = { ...whole, from: whole.from + replies.length * 1000 }
      replies.push({ range, reply: await read(range, WIDTH) })
    }),
  )
  // Checks the first and the last, as checking a year takes a while.
  for (const { range, reply } of [replies[0], replies.at(-1)].filter((one) => one !== undefined)) {
    checkReduced(source, range, reply)
  }
  return { ...row, measured: percentile(times, 0.5) }
}

async function send(portal: BenchContext['portal'], source: SensorSource, { late }: { late: boolean }): Promise<void> {
  const deliveries: Delivery[] = []
  for (const stretch of stretchesOf(source, { late, size: BODY_RECORDS })) {
    deliveries.push(portal.store.prepare([stretch]))
    if (deliveries.length === BODIES_AT_ONCE) await deliverAll(deliveries.splice(0), BODIES_IN_FLIGHT)
  }
  await deliverAll(deliveries, BODIES_IN_FLIGHT)
}
