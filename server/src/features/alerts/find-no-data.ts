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
  /** Of the drawing, in columns. */
  readonly width: number
}

/** The times in which a field had no number for longer than is usual for its source, for a drawing. */
export async function findNoData(
  reader: RecordReader,
  sources: ListenedUnit['sources'],
  { width, ...range }: AskedNoData,
): Promise<{ startUTC: string; endUTC: string }[]> {
  if (range.from >= range.to) return []
  const gapMs = await usualGapOf(reader, sources)
  const gaps = await findGaps(reader, sources[0]?.key, { ...range, gapMs })
  const drawn = joinBands(
    gaps.map((gap) => ({ ...gap, count: 1 })),
    (range.to - range.from) / width,
  )
  return drawn.map(({ from, to }) => ({ startUTC: formatTime(from), endUTC: formatTime(to) }))
}
