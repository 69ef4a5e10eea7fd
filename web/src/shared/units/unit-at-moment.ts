import type { UnitState } from '@fieldwatch/contract/replay/state'
import type { DataDocument } from '@fieldwatch/contract/units/units'

/** The fields of a unit that depend on the moment. */
type Changing = Pick<
  DataDocument,
  'active' | 'lastActivityUTC' | 'lastMessage' | 'currentLat' | 'currentLon' | 'nearestPlace'
>

/**
 * A unit as it was at a moment: its activity and its position. Its name, its labels and its template are those of now. What the portal
 * keeps only of now is left out.
 */
export function unitAtMoment<U extends Changing>(unit: U, state: UnitState | undefined): U {
  return {
    ...unit,
    active: state?.active ?? unit.active,
    lastActivityUTC: state?.lastActivityUTC ?? null,
    lastMessage: null,
    currentLat: state?.position?.lat ?? null,
    currentLon: state?.position?.lon ?? null,
    nearestPlace: null,
  }
}
