/** How far a record may be ahead of its arrival. */
export const MAX_FUTURE_HOURS = 24

/**
 * From when on a record counts for alerts on values, for the position of its unit and for what is current.
 * A unit whose clock is ahead has sent what it says by the time of its arrival.
 * Charts, event tables and calculated sources take records by their own times, as sent.
 */
export function countsFrom(at: number, receivedAt: number): number {
  return Math.min(at, receivedAt)
}

interface Timed {
  readonly at: number
  readonly receivedAt: number
}

/** Orders records by when they count; of those that count from one moment on the own times decide. The newest comes first. */
export function newestFirst(one: Timed, other: Timed): number {
  return countsFrom(other.at, other.receivedAt) - countsFrom(one.at, one.receivedAt) || other.at - one.at
}
