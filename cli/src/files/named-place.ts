import {
  parsePlaceComparison,
  type PlaceCondition,
  placeComparisonOf,
} from '@fieldwatch/contract/places/place-conditions'

/** A condition on one place by its name, such as `location in place Depot`. */
interface NamedPlace extends Omit<PlaceCondition, 'reference'> {
  readonly name: string
}

const NAMED = /^(.+?) place (\S.*)$/

/** Undefined for any other comparison. */
export function parseNamedPlace(text: string): NamedPlace | undefined {
  const [, how = '', name] = NAMED.exec(text.trim()) ?? []
  if (name === undefined) return undefined
  // As it would be of a place with a number.
  const condition = parsePlaceComparison(`${how} place 1`)
  if (condition === undefined) return undefined
  const { reference: _number, ...given } = condition
  return { ...given, name }
}

/** The comparison as the portal has it. A place that no name finds may be named by its number. */
export function withPlaceId(text: string, findId: (name: string) => number | undefined): string | undefined {
  const named = parseNamedPlace(text)
  if (named === undefined) return text
  const { name, ...given } = named
  const id = findId(name) ?? (/^\d{1,15}$/.test(name) ? Number(name) : undefined)
  return id === undefined ? undefined : placeComparisonOf({ ...given, reference: { kind: 'place', id } })
}

/** The comparison as a file has it. */
export function withPlaceName(text: string, findName: (id: number) => string | undefined): string {
  const condition = parsePlaceComparison(text)
  if (condition?.reference.kind !== 'place') return text
  const { id } = condition.reference
  const name = findName(id)
  return name === undefined ? text : `${placeComparisonOf(condition).slice(0, -String(id).length)}${name}`
}
