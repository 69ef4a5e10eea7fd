import { fieldOfPlace } from '@fieldwatch/contract/places/place-conditions'
import type { PlaceContent } from './place-store.ts'

/** The readings of which a place is a part. */
export function fieldsOf(id: number, ...states: readonly Pick<PlaceContent, 'group'>[]): string[] {
  const groups = states.flatMap(({ group }) => (group === null ? [] : [fieldOfPlace({ kind: 'group', name: group })]))
  return [...new Set([fieldOfPlace({ kind: 'place', id }), ...groups])]
}

/** Which names of trips a change of a place takes away; undefined where it may give others too, as it moves. */
export function namesTaken(before: PlaceContent, after: PlaceContent): string[] | undefined {
  const shapeOf = ({ geometry, radius }: PlaceContent): string => JSON.stringify([geometry, radius])
  if (shapeOf(before) !== shapeOf(after)) return undefined
  return before.name === after.name ? [] : [before.name]
}

/** Whether a change of a place changes what is in it, or its name. */
export function isOtherPlace(before: PlaceContent, after: PlaceContent): boolean {
  const textOf = ({ name, group, geometry, radius }: PlaceContent): string =>
    JSON.stringify([name, group, geometry, radius])
  return textOf(before) !== textOf(after)
}
