import type { DataId } from '@fieldwatch/contract/api/ids'
import type { UnitState } from '@fieldwatch/contract/replay/state'
import type { ReadPlaces } from '#doors/shares/read-draft.ts'
import type { FrozenPlace } from '#doors/shares/share-store.ts'
import type { Clock } from '#platform/time/clock.ts'
import { readState, type StateParts } from './read-state.ts'

/** Reads where units in reach were at a moment, as it is known now. */
export function createReadPlaces({ clock, ...parts }: StateParts & { readonly clock: Clock }): ReadPlaces {
  return async (dataIds, at, caller, signal) => {
    const asked = { dataIds, at, arrivedBy: undefined, caller, now: clock(), subjects: new Set<never>() }
    const places = new Map<DataId, FrozenPlace>()
    for await (const page of readState(parts, asked, signal)) {
      for (const text of page) {
        const { dataID, active, position, lastActivityUTC } = JSON.parse(text) as UnitState
        const { lat: latitude = null, lon: longitude = null } = position ?? {}
        if (active) places.set(dataID, { latitude, longitude, lastActivityUTC })
      }
    }
    return places
  }
}
