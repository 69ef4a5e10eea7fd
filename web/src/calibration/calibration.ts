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

/** A warning about a calibration; undefined when it is plausible. */
export function concern({ slope }: Calibration): string | undefined {
  if (slope <= 0) return 'The readings go the wrong way. Check that both standards were entered for the right reading.'
  if (slope < USUAL.from || slope > USUAL.to)
    return 'The slope is far from 1. Check the standards; the electrode may need cleaning or replacing.'
  return undefined
}

/** A typed number, with a decimal point or comma; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}
