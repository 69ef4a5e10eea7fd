import type { ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import type { BenchContext } from '../bench-context.ts'
import { deliverAll, timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Delivery, SourceRange } from '../stores/store.ts'
import { insist } from '../checks/wrong-answer.ts'
import { hasReading, valueAt } from '../sensor-records.ts'
import { type SensorSource, stretchesOf } from '../stretches.ts'
import { postRequest } from '../transport/http-lane.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from './send-history.ts'
import { checkReduced, createSeriesReader, type SeriesReply, WIDTH, wholeOf } from './series-reader.ts'

const READINGS = 365 * 86_400
/** Bodies that are held at a time: a year of them would not fit. */
const BODIES_AT_ONCE = 64

const row = { work: `1 year × 1 Hz × 1 field at ${WIDTH} px, p50`, unit: 'ms', target: 150 } as const

/** The row of a run that leaves the year out. */
export const YEAR_LEFT_OUT: Result = { ...row, measured: 'only with --year' }

export async function measureYear(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes, today } = context
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
  return [{ ...row, measured: percentile(times, 0.5) }, ...(await measureComparisons(context, source))]
}

/** The figures of half a year and of the half before. */
async function measureComparisons(
  { portal, watch, sizes, today }: BenchContext,
  source: SensorSource,
): Promise<Result[]> {
  const headers = { authorization: `Bearer ${await portal.signIn()}`, 'content-type': 'application/json' }
  const half = (READINGS / 2) * 1000
  const truth = figuresOf(source, READINGS / 2)
  const measure = async (work: string, above: number | undefined): Promise<Result> => {
    const one = {
      dataID: source.unit,
      source: source.source,
      field: 'level',
      ...(above === undefined ? {} : { above }),
    }
    const times = await watch.during(work, () =>
      timeRepeats(sizes.repeats, async () => {
        const range = { from: new Date(today - half).toISOString(), to: new Date(today).toISOString() }
        const body = Buffer.from(JSON.stringify({ series: [one], ...range, compareWith: 'previous' }))
        const reply = await portal.lanes.send(postRequest(`${portal.url}${comparePeriods.path}`, body, headers))
        if (reply.status !== 200) throw new Error(`the comparison answered ${reply.status}: ${reply.body.toString()}`)
        const { details } = JSON.parse(reply.body.toString()) as ReplyOf<typeof comparePeriods>
        const [found] = details.series
        insist(found?.shown?.count === truth.count && isClose(found.shown.mean, truth.mean), () =>
          JSON.stringify([found, truth]),
        )
      }),
    )
    return { work, unit: 'ms', measured: percentile(times, 0.5) }
  }
  return [
    await measure('comparison of half a year × 1 Hz with the half before, p50', undefined),
    await measure('the same with the hours above a threshold that every chunk crosses, p50', 60),
  ]
}

/** The count and mean of all readings from one on. A second without one has the value of the reading before. */
function figuresOf({ sensor, readings }: SensorSource, from: number): { count: number; mean: number } {
  let before = from
  while (!hasReading(sensor, before)) before -= 1
  let [count, sum, held] = [0, 0, valueAt(sensor, 0, before)]
  for (let index = from; index < readings; index += 1) {
    if (hasReading(sensor, index)) {
      count += 1
      held = valueAt(sensor, 0, index)
    }
    sum += held
  }
  return { count, mean: sum / (readings - from) }
}

function isClose(found: number | null, truth: number): boolean {
  return found !== null && Math.abs(found - truth) < Math.abs(truth) * 1e-9
}

async function send(portal: BenchContext['portal'], source: SensorSource, { late }: { late: boolean }): Promise<void> {
  const deliveries: Delivery[] = []
  for (const stretch of stretchesOf(source, { late, size: BODY_RECORDS })) {
    deliveries.push(portal.store.prepare([stretch]))
    if (deliveries.length === BODIES_AT_ONCE) await deliverAll(deliveries.splice(0), BODIES_IN_FLIGHT)
  }
  await deliverAll(deliveries, BODIES_IN_FLIGHT)
}
