export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** As a sensor prints it: with so many decimals and no more. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale || 0
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** A wave of one day from -1 to 1, highest at `peakHour` UTC. */
export function daily(at: number, peakHour: number): number {
  return Math.cos((2 * Math.PI * (at - peakHour * HOUR)) / DAY)
}
