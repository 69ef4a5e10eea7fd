/** A sum with what its additions have rounded off. */
export interface CompensatedSum {
  readonly sum: number
  readonly lost: number
}

export const NO_SUM: CompensatedSum = { sum: 0, lost: 0 }

/** Adds up two sums (Neumaier), as Prometheus does. */
export function addSums(left: CompensatedSum, right: CompensatedSum): CompensatedSum {
  return {
    sum: left.sum + right.sum,
    lost: left.lost + right.lost + lostBy(left.sum, right.sum),
  }
}

/** What the addition of two numbers rounds off. */
export function lostBy(left: number, right: number): number {
  const sum = left + right
  return Math.abs(left) >= Math.abs(right) ? left - sum + right : right - sum + left
}

/** An infinite sum has nothing to correct. */
export function totalOf({ sum, lost }: CompensatedSum): number {
  return Number.isFinite(sum) ? sum + lost : sum
}

/**
 * Means are those of values that are multiplied by this: the sum of the largest numbers stays finite, where Prometheus changes to a mean that
 * grows value by value. A power of two changes no digit.
 */
export const MEAN_SCALE = 2 ** -40
