import { MAX_SERIES_WIDTH } from '@fieldwatch/contract/telemetry/data'
import { type BenchContext, VALUE_TABLE } from '../bench-context.ts'
import { readArrow } from '../checks/arrow-table.ts'
import { checkRaw } from '../checks/check-raw.ts'
import { readingsIn } from '../checks/sent-records.ts'
import { insist } from '../checks/wrong-answer.ts'
import { type Repeats, timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Answer, SourceRange, Yardstick } from '../stores/store.ts'
import type { SensorSource } from '../stretches.ts'
import type { History } from './history.ts'
import { createSeriesReader, type SeriesReply, wholeOf } from './series-reader.ts'

const DAY = 86_400_000

/** Every record of a day, as an Arrow table. */
export async function measureRawDay(context: BenchContext, { source }: History): Promise<Result> {
  const { sizes, compare } = context
  const whole = wholeOf(source)
  const day: SourceRange = { ...whole, to: whole.from + DAY }
  const measured = await measurePortal(context, source, day)
  const records = [...readingsIn(source, day)].length
  const yardsticks = await compare(async (yardstick) => {
    if (yardstick.name === VALUE_TABLE && sizes.valueTableDays < 1) return 'has fewer days'
    return measureYardstick(yardstick, day, { records, repeats: sizes.repeats })
  })
  return {
    work: 'raw 24 h × 1 Hz × 4 fields as Arrow, p50',
    unit: 'ms',
    target: 60,
    against: { yardstick: 'VictoriaMetrics', ratio: 2 },
    measured,
    yardsticks,
    note: 'Every request to the portal has a different range, because the portal caches answers.',
  }
}

/** The same by some seconds later. */
function later(range: SourceRange, seconds: number): SourceRange {
  return { ...range, from: range.from + seconds * 1000, to: range.to + seconds * 1000 }
}

async function measurePortal(
  { portal, watch, sizes }: BenchContext,
  source: SensorSource,
  day: SourceRange,
): Promise<number> {
  const read = await createSeriesReader(portal)
  const replies: { range: SourceRange; reply: SeriesReply }[] = []
  const times = await watch.during('raw day', () =>
    timeRepeats(sizes.repeats, async () => {
      const range = later(day, replies.length)
      replies.push({ range, reply: await read(range, MAX_SERIES_WIDTH) })
    }),
  )
  for (const { range, reply } of replies) {
    insist(reply.sampling === 'raw', () => `raw records came as ${reply.sampling}`)
    checkRaw(source, range, readArrow(reply.bytes, range.fields))
  }
  return percentile(times, 0.5)
}

async function measureYardstick(
  yardstick: Yardstick,
  day: SourceRange,
  { records, repeats }: { records: number; repeats: Repeats },
): Promise<number> {
  const answers: Answer[] = []
  const times = await timeRepeats(repeats, async () => {
    answers.push(await yardstick.exportRange(day))
  })
  for (const answer of answers) {
    const count = answer.count()
    insist(count === records, () => `${yardstick.name} answered with ${count} of ${records} records`)
  }
  return percentile(times, 0.5)
}
