import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { fieldOfPlace } from '@fieldwatch/contract/places/place-conditions'
import type { Db } from '#platform/database/database.ts'
import type { PlaceContent } from './place-store.ts'

/** Places of an entity that are others than before. */
export interface ChangedPlaces {
  readonly entity: EntityId
  /** The readings that they change, as `fieldOfPlace` names them. */
  readonly fields: readonly string[]
  /** Of the trips and stops, only those with one of these names get another one. Left out: any of them may. */
  readonly names?: readonly string[]
  /** A place that is deleted. */
  readonly gone?: { readonly field: string; readonly name: string }
}

interface Change {
  /** Undefined for the token of an entity. */
  readonly userId: UserId | undefined
  readonly now: number
}

/**
 * What the floors above compute from places is computed again, or ends with a place. Runs in the transaction of the change; returns what to
 * publish once that is committed.
 */
export type SettlePlaces = (tx: Db, changed: ChangedPlaces, change: Change) => Promise<() => void>

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
