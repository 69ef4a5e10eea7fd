import { z } from 'zod'

/** The times that the portal knows: the years 1970 to 9999 in UTC, in epoch milliseconds. */
export const EARLIEST_TIME = 0
export const LATEST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Epoch milliseconds; `from` is inside, `to` is not. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** The message for any other time. */
export const TIME_OUT_OF_RANGE = 'fields.time-range'

export function isKnownTime(at: number): boolean {
  return at >= EARLIEST_TIME && at <= LATEST_TIME
}

/** A moment as ISO 8601 with its zone. */
export const ZonedTime = z.iso
  .datetime({ offset: true, error: 'fields.time-format' })
  .refine((text) => isKnownTime(Date.parse(text)), TIME_OUT_OF_RANGE)
