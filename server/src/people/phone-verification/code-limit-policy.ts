export const LIMIT_WINDOW_MS = 60 * 60_000

/**
 * When another code may be sent, as codes were sent at `times` (epoch milliseconds, the earliest first) within the last hour
 * and at most `limit` are; undefined: now.
 */
export function nextCodeAt(times: readonly number[], limit: number): number | undefined {
  const oldestThatCounts = times.at(-limit)
  return times.length < limit || oldestThatCounts === undefined ? undefined : oldestThatCounts + LIMIT_WINDOW_MS
}
