/** How far the level and the slope follow each error of the prediction: a part of it. */
interface Gains {
  readonly level: number
  readonly slope: number
}

/**
 * Double exponential smoothing (Holt, 1957). Noise of a sensor hides in the previous value, and much less in a smoothed one. The
 * gains are critically damped (slope = level² / 4), from quick to slow.
 */
export const GAINS: readonly Gains[] = [
  { level: 1 / 4, slope: 1 / 64 },
  { level: 1 / 8, slope: 1 / 256 },
  { level: 1 / 16, slope: 1 / 1024 },
  { level: 1 / 32, slope: 1 / 4096 },
]

/** Multiples of a step, counted from an origin, which is the first of the values. */
export interface Scale {
  readonly origin: number
  readonly step: number
}

/** The whole numbers that are the errors of the prediction. Fills `into`, which may be `values`, with one fewer than there are values. */
export function smoothedErrors(
  values: Float64Array,
  { origin, step }: Scale,
  gains: Gains,
  into: Float64Array,
): Float64Array {
  const { level: levelGain, slope: slopeGain } = gains
  let level = 0
  let slope = 0
  for (let index = 1; index < values.length; index += 1) {
    const value = ((values[index] as number) - origin) / step
    const expected = level + slope
    const error = value - expected
    level = expected + levelGain * error
    slope += slopeGain * error
    into[index - 1] = value - Math.floor(expected + 0.5)
  }
  return into.subarray(0, values.length - 1)
}

/** The opposite: overwrites the errors, which begin at index 1, with the values divided by `divisor`. */
export function restoreSmoothed(
  values: Float64Array,
  { origin, step, divisor }: Scale & { readonly divisor: number },
  gains: Gains,
): void {
  const { level: levelGain, slope: slopeGain } = gains
  let level = 0
  let slope = 0
  values[0] = origin / divisor
  for (let index = 1; index < values.length; index += 1) {
    const expected = level + slope
    const value = (values[index] as number) + Math.floor(expected + 0.5)
    const error = value - expected
    level = expected + levelGain * error
    slope += slopeGain * error
    values[index] = (value * step + origin) / divisor
  }
}
