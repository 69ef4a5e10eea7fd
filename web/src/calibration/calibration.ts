/** The reading of a sensor in a solution of known value. */
export interface Point {
  readonly reading: number
  readonly standard: number
}

/** The line through two points: true value = slope × reading + offset. */
export interface Calibration {
  readonly slope: number
  readonly offset: number
}

/** Undefined when the readings are too close to tell a line. */
export function calibrate(first: Point, second: Point): Calibration | undefined {
  const distance = second.reading - first.reading
  if (Math.abs(distance) < 1e-9) return undefined
  const slope = (second.standard - first.standard) / distance
  return { slope, offset: first.standard - slope * first.reading }
}

export function corrected({ slope, offset }: Calibration, reading: number): number {
  return slope * reading + offset
}

/** How far a slope may be from 1 before the electrode is suspected. */
const USUAL = { from: 0.8, to: 1.2 }

/** What makes a calibration doubtful: the readings go the wrong way, or the slope is far from 1. Undefined when it is plausible. */
export function concern({ slope }: Calibration): 'wrong-way' | 'far' | undefined {
  if (slope <= 0) return 'wrong-way'
  if (slope < USUAL.from || slope > USUAL.to) return 'far'
  return undefined
}

/** A typed number, with a decimal point or comma; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}
