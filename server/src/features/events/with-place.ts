import { PLACE_VALUE } from '@fieldwatch/contract/places/place-conditions'
import type { NamePlace } from '#records/places/name-places.ts'
import type { FoundPlaces } from '#records/places/place-readings.ts'
import type { EventRule } from './event-rule.ts'
import type { Occurrence, StartValue } from './occurrence.ts'

interface Naming {
  readonly table: Pick<EventRule, 'source' | 'values'>
  readonly places?: Pick<FoundPlaces, 'nameOf'> | undefined
}

const NOTHING = { start: null, least: null, greatest: null, mean: null }

/** An occurrence of a condition on places with the name of the place, which is known by its number while records pass. */
export function withPlace({ table, places }: Naming, occurrence: Occurrence): Occurrence {
  if (places === undefined) return occurrence
  const { source, values } = table
  const place = values.findIndex((value) => value.source === source && value.field === PLACE_VALUE)
  const number = occurrence.figures[place]?.start
  if (place < 0) return occurrence
  const starts = occurrence.starts ?? values.map((): StartValue => null)
  return {
    ...occurrence,
    figures: occurrence.figures.with(place, NOTHING),
    starts: starts.with(place, number === null || number === undefined ? null : (places.nameOf(number) ?? null)),
  }
}

/** Names that are looked up with the first trip that ends or begins: most steps have none. */
export function lazily(find: () => Promise<NamePlace> | undefined): NamePlace {
  let names: ReturnType<typeof find>
  return async (vector) => (await (names ??= find()))?.(vector)
}
