import type { TimeRange } from '@fieldwatch/contract/time/times'
import { joinBands } from '#records/conditions/bands.ts'
import { findGaps } from '#records/conditions/find-gaps.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { ListenedUnit } from './silence-store.ts'
import { usualGapOf } from './watch-silence.ts'

interface AskedNoData extends TimeRange {
  readonly field: string
  readonly now: number
  /** A longer time without a number is without data; left out or endless: longer than is usual for the source. */
  readonly gapMs?: number
  /** The width of the drawing, in columns. */
  readonly width: number
}

/** The times in which a field had no number for longer than a gap, for a drawing. */
export async function findNoData(
  reader: RecordReader,
  sources: ListenedUnit['sources'],
  { width, gapMs: given = Infinity, ...range }: AskedNoData,
): Promise<{ startUTC: string; endUTC: string }[]> {
  if (range.from >= range.to) return []
  const gapMs = given === Infinity ? await usualGapOf(reader, sources) : given
  const gaps = await findGaps(reader, sources[0]?.key, { ...range, gapMs })
  const drawn = joinBands(
    gaps.map((gap) => ({ ...gap, count: 1 })),
    (range.to - range.from) / width,
  )
  return drawn.map(({ from, to }) => ({ startUTC: formatTime(from), endUTC: formatTime(to) }))
}
