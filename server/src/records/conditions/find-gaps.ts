import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { RecordReader, Series } from '#records/store/record-reader.ts'
import { isSilence } from './judge-reading.ts'

interface AskedGaps extends TimeRange {
  readonly gapMs: number
  readonly field: string
  readonly now: number
}

/** Columns of a range; gaps that are shorter than one may be missed. So many are read from summaries in some ten milliseconds. */
const MOST_COLUMNS = 50_000

/**
 * The stretches of a range in which a field of a source has no number for longer than a gap: as with occurrences, from the last
 * number before to the first one after. Without a source it is the whole range.
 */
export async function findGaps(
  reader: Pick<RecordReader, 'readSeries'>,
  key: number | undefined,
  { from, to, gapMs, field, now }: AskedGaps,
): Promise<TimeRange[]> {
  if (from >= to) return []
  if (key === undefined) return [{ from, to }]
  // What is just outside shows whether the ends of the range have data.
  const around = { from: from - gapMs, to: to + gapMs }
  const width = Math.min(MOST_COLUMNS, Math.max(1, Math.ceil((around.to - around.from) / gapMs)))
  // Of a condition on places or trips the positions show whether there is data.
  const isOnPositions = placeOfField(field) !== undefined || journeyOfField(field) !== undefined
  const read = isOnPositions ? 'lat' : field
  const series = await reader.readSeries(key, { ...around, width, fields: [read] })
  return gapsBetween(timesOf(series), { from, to, gapMs, now })
}

/** The same from the times of the numbers, in their order. */
export function gapsBetween(
  times: Iterable<number>,
  { from, to, gapMs, now }: Pick<AskedGaps, 'from' | 'to' | 'gapMs' | 'now'>,
): TimeRange[] {
  const gaps: TimeRange[] = []
  const add = (begin: number, end: number): void => {
    const gap = { from: Math.max(begin, from), to: Math.min(end, to) }
    if (gap.from < gap.to) gaps.push(gap)
  }
  let last = -Infinity
  for (const at of times) {
    if (isSilence(gapMs, last, at)) add(last, at)
    last = at
  }
  if (isSilence(gapMs, last, now)) add(last, to)
  return gaps
}

/** How much of each period is in gaps, from the bounds of the periods; all are in the order of time. */
export function timeInGaps(gaps: readonly TimeRange[], bounds: readonly number[]): number[] {
  const times = bounds.slice(1).map(() => 0)
  let place = 0
  for (const gap of gaps) {
    while (place < times.length - 1 && (bounds[place + 1] ?? Infinity) <= gap.from) place += 1
    for (let within = place; within < times.length && (bounds[within] ?? Infinity) < gap.to; within += 1) {
      const length = Math.min(gap.to, bounds[within + 1] ?? 0) - Math.max(gap.from, bounds[within] ?? 0)
      times[within] = (times[within] ?? 0) + Math.max(0, length)
    }
  }
  return times
}

function* timesOf(series: Series): Generator<number> {
  if (!series.complete) {
    yield* series.fields[0]?.at ?? []
    return
  }
  for (const { at, columns } of series.blocks) {
    for (const [index, time] of at.entries()) if (!Number.isNaN(columns[0]?.[index])) yield time
  }
}
