import { type BenchContext, VALUE_TABLE } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { type Repeats, timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Figure, Result } from '../report/result.ts'
import type { Answer, SourceRange, Yardstick } from '../stores/store.ts'
import type { SensorSource } from '../stretches.ts'
import type { History } from './history.ts'
import { checkReduced, createSeriesReader, insistSame, type SeriesReply, WIDTH, wholeOf } from './series-reader.ts'

/** A chart over the whole history: when a range is asked for the first time, and when again. */
export async function measureSeries(context: BenchContext, { source, days }: History): Promise<Result[]> {
  const { sizes, compare } = context
  const { first, again, byOthers, exact } = await measurePortal(context, source)
  const repeated = new Map<string, number>()
  const yardsticks = await compare(async (yardstick): Promise<Figure> => {
    if (yardstick.name === VALUE_TABLE && sizes.valueTableDays < days) return 'has fewer days'
    const times = await measureYardstick(yardstick, source, sizes.repeats)
    repeated.set(yardstick.name, times.again)
    return times.first
  })
  const row = { unit: 'ms', target: 60, against: { yardstick: 'VictoriaMetrics', ratio: 4 } } as const
  const work = `${days} d × 1 Hz × 4 fields at ${WIDTH} px`
  const percent = (exact * 100).toFixed(1)
  return [
    {
      ...row,
      work: `${work}, first, p50`,
      measured: first,
      yardsticks,
      note: `Every first request has a different range. ${percent} % of the extremes lie in their own pixel column, the others beside it.`,
    },
    {
      ...row,
      work: `${work}, repeated, p50`,
      measured: again,
      yardsticks: yardsticks.map(({ name, figure }) => ({ name, figure: repeated.get(name) ?? figure })),
      note: 'As a browser asks again: with the entity tag of the answer that it has, which is still good. VictoriaMetrics answers from its own cache.',
    },
    { unit: 'ms', work: `${work}, repeated by another user, p50`, measured: byOthers, yardsticks: [] },
  ]
}

interface SeriesTimes {
  readonly first: number
  readonly again: number
}

async function measurePortal(
  { portal, watch, sizes: { repeats } }: BenchContext,
  source: SensorSource,
): Promise<SeriesTimes & { byOthers: number; exact: number }> {
  const whole = wholeOf(source)
  const read = await createSeriesReader(portal)
  const model = await read(whole, WIDTH)
  const fresh: SeriesReply[] = []
  const first = await watch.during('series, first', () =>
    timeRepeats(repeats, async (turn) => {
      fresh.push(await read(shifted(whole, turn), WIDTH))
    }),
  )
  const same: SeriesReply[] = []
  const again = await watch.during('series, repeated', () =>
    timeRepeats(repeats, async () => {
      same.push(await read(whole, WIDTH, model))
    }),
  )
  insist(
    same.every(({ wasSent }) => !wasSent),
    () => 'an answer that was still good was sent again',
  )
  const byOthers = await watch.during('series, by others', () =>
    timeRepeats(repeats, async () => {
      same.push(await read(whole, WIDTH))
    }),
  )
  const exact = checkReduced(source, whole, model)
  for (const [turn, reply] of fresh.entries()) checkReduced(source, shifted(whole, turn), reply)
  for (const reply of same) insistSame(model, reply)
  return { first: percentile(first, 0.5), again: percentile(again, 0.5), byOthers: percentile(byOthers, 0.5), exact }
}

async function measureYardstick(yardstick: Yardstick, source: SensorSource, repeats: Repeats): Promise<SeriesTimes> {
  const whole = wholeOf(source)
  const answers: Answer[] = []
  const first = await timeRepeats(repeats, async (turn) => {
    answers.push(await yardstick.drawSeries(shifted(whole, turn), WIDTH))
  })
  const again = await timeRepeats(repeats, async () => {
    answers.push(await yardstick.drawSeries(whole, WIDTH))
  })
  for (const answer of answers) {
    const columns = answer.count()
    insist(columns > WIDTH * 0.9, () => `${yardstick.name} answered with ${columns} pixel columns`)
  }
  return { first: percentile(first, 0.5), again: percentile(again, 0.5) }
}

/** A range that no one asked for yet, whose ends lie on no round time. */
function shifted(range: SourceRange, turn: number): SourceRange {
  return { ...range, from: range.from + (turn + 1) * 61_000, to: range.to - (turn + 1) * 7_000 }
}
