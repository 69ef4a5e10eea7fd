import { isOnEarth } from '@fieldwatch/contract/places/position'

/** The fields of a record from which a position and its accuracy are read. */
export const POSITION_FIELDS = ['lat', 'lon', 'accuracy', 'hdop', 'satellites'] as const

/** Metres of accuracy by a dilution of precision of 1. */
const METRES_A_DILUTION = 5
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
 * Where a unit was by the numbers of a record; NaN for what it does not have. `usual` is the accuracy of the unit in metres, where the record
 * says nothing about it. Undefined without a position: 0, 0 is what trackers send
 * that have none.
 */
export function locate(
  lat: number,
  lon: number,
  {
    accuracy,
    hdop,
    satellites,
    usual,
  }: { readonly accuracy: number; readonly hdop: number; readonly satellites: number; readonly usual: number },
): Located | undefined {
  if (!isOnEarth(lat, lon) || (lat === 0 && lon === 0) || satellites === 0) return undefined
  const metres = accuracyOf(accuracy, hdop) ?? (satellites < ENOUGH_SATELLITES ? Math.max(usual, GUESS_METRES) : usual)
  return {
    latitude: lat,
    longitude: lon,
    accuracy: Math.min(GREATEST_METRES, Math.max(LEAST_METRES, metres)),
  }
}

function accuracyOf(accuracy: number, hdop: number): number | undefined {
  if (accuracy > 0) return accuracy
  return hdop > 0 ? hdop * METRES_A_DILUTION : undefined
}
