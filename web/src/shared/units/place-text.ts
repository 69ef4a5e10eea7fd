import type { NearestPlace } from '@fieldwatch/contract/units/nearest-place'
import { t } from './texts.ts'

/** Where a unit is, in words such as `3 km north of Morpeth`. */
export function placeText({ name, distanceKm, direction }: NearestPlace): string {
  if (direction === null) return t('units.place.in', { name })
  return t(`units.place.${direction}`, { km: distanceKm, name })
}
