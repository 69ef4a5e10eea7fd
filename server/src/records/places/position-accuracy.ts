/** The fields of a record from which a position and its accuracy are read. */
export const POSITION_FIELDS = ['lat', 'lon', 'accuracy', 'hdop', 'satellites'] as const

/** Metres of accuracy by a dilution of precision of 1. */
const METRES_A_DILUTION = 5
/** Where the unit sends nothing about it. */
const USUAL_METRES = 15
/** With fewer satellites a position is a guess. */
const ENOUGH_SATELLITES = 4
const GUESS_METRES = 100
const LEAST_METRES = 3
const GREATEST_METRES = 5_000

export interface Located {
  readonly latitude: number
  readonly longitude: number
  /** Metres. */
  readonly accuracy: number
}

/**
 * Where a unit was by the numbers of a record; NaN for what it does not have. Undefined without a position: 0, 0 is what trackers send
 * that have none.
 */
export function locate(
  lat: number,
  lon: number,
  { accuracy, hdop, satellites }: { readonly accuracy: number; readonly hdop: number; readonly satellites: number },
): Located | undefined {
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180) || (lat === 0 && lon === 0) || satellites === 0)
    return undefined
  const metres = accuracyOf(accuracy, hdop, satellites)
  return {
    latitude: lat,
    longitude: lon,
    accuracy: Math.min(GREATEST_METRES, Math.max(LEAST_METRES, metres)),
  }
}

function accuracyOf(accuracy: number, hdop: number, satellites: number): number {
  if (accuracy > 0) return accuracy
  if (hdop > 0) return hdop * METRES_A_DILUTION
  return satellites < ENOUGH_SATELLITES ? GUESS_METRES : USUAL_METRES
}
