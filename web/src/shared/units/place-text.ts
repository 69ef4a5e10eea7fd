import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { NearestPlace } from '@fieldwatch/contract/units/places'

/** Where a unit is, in words such as `3 km north of Morpeth`. */
export function placeText({ name, distanceKm, direction }: NearestPlace): string {
  if (direction === null) return `in ${name}`
  return `${formatCount(distanceKm)} km ${direction} of ${name}`
}
