/** How far a record may be ahead of its arrival. */
export const MAX_FUTURE_HOURS = 24

/**
 * From when on a record counts for alerts on values.
 * A unit whose clock is ahead has sent what it says by the time of its arrival.
 * Charts, event tables and calculated sources take records by their own times, as sent.
 */
export function countsFrom(at: number, receivedAt: number): number {
  return Math.min(at, receivedAt)
}
