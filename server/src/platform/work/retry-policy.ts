/** When something that failed is tried again. That the database was away is no try. */
export interface RetryPolicy {
  readonly firstMs: number
  /** Each pause is so many times as long as the one before. */
  readonly factor: number
  readonly mostMs: number
  /** Left out: as long as anyone wants it. */
  readonly tries?: number
}

/** The pause after so many failed tries; undefined when there is no further one. */
export function pauseAfter(
  { firstMs, factor, mostMs, tries = Infinity }: RetryPolicy,
  failed: number,
): number | undefined {
  if (failed >= tries) return undefined
  return Math.min(mostMs, firstMs * factor ** (failed - 1))
}
