import type { TimeRange } from '@fieldwatch/contract/time/times'

/** The picture of the whole range. */
export interface BasePicture {
  /** It has more records than points. */
  readonly reduced: boolean
  readonly lengthMs: number
}

export interface LoadedDetail {
  readonly span: TimeRange
  readonly reduced: boolean
}

/** The part of the shown range that is read beyond either side, so that a small move needs no new read. */
const MARGIN = 0.5

/**
 * The range to read in detail; undefined when the picture is as good as it gets: nothing was reduced, or the loaded detail covers
 * the range and is fine enough.
 */
export function detailToRead(
  shown: TimeRange,
  base: BasePicture,
  detail: LoadedDetail | undefined,
): TimeRange | undefined {
  const length = shown.to - shown.from
  if (!base.reduced || length > base.lengthMs * 0.9) return undefined
  if (detail !== undefined && detail.span.from <= shown.from && detail.span.to >= shown.to) {
    const { from, to } = detail.span
    if (!detail.reduced || to - from <= length * (1 + 3 * MARGIN)) return undefined
  }
  return { from: shown.from - length * MARGIN, to: shown.to + length * MARGIN }
}

/** Pixel columns for a detail that is wider than what is shown by the margins. */
export function detailWidth(plotWidth: number): number {
  return Math.round(plotWidth * (1 + 2 * MARGIN))
}
