import { positionOfVector, type Vector } from '@fieldwatch/contract/places/sphere'
import type { Places } from '#fleet/gazetteer/places.ts'
import type { PlaceProbe } from '#fleet/places/place-probe.ts'

/** The name of where something was; undefined where it has none. */
export type NamePlace = (vector: Vector) => Promise<string | undefined>

/** What knows cities, towns and villages. */
export type Gazetteer = Pick<Places, 'nearest'>

/** Metres outside of its border at which a unit is still at a place: trucks stand at the gate. */
const GATE_METRES = 30

/** The place of the entity where it was, or else the nearest city, town or village. */
export function createNamePlace({ probe, nameOf }: PlaceProbe, gazetteer: Gazetteer | undefined): NamePlace {
  return async (vector) => {
    const [longitude, latitude] = positionOfVector(vector)
    const { value, place } = probe(latitude, longitude, GATE_METRES)
    const name = value <= 1 ? nameOf(place) : undefined
    return name ?? (await gazetteer?.nearest({ lat: latitude, lon: longitude }))?.name
  }
}
