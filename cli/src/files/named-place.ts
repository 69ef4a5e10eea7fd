import {
  parsePlaceComparison,
  type PlaceCondition,
  placeComparisonOf,
} from '@fieldwatch/contract/places/place-conditions'

/** A condition on one place by its name, such as `location in place Depot`. */
interface NamedPlace extends Pick<PlaceCondition, 'source' | 'side'> {
  readonly name: string
}

const NAMED = /^(\S+) (in|outside) place (\S.*)$/

/** Undefined for any other comparison. */
export function parseNamedPlace(text: string): NamedPlace | undefined {
  const [, source, side, name] = NAMED.exec(text.trim()) ?? []
  if (source === undefined || name === undefined || (side !== 'in' && side !== 'outside')) return undefined
  return { source, side, name }
}

/** The comparison as the portal has it. A place that no name finds may be named by its number. */
export function withPlaceId(text: string, findId: (name: string) => number | undefined): string | undefined {
  const named = parseNamedPlace(text)
  if (named === undefined) return text
  const { source, side, name } = named
  const id = findId(name) ?? (/^\d{1,15}$/.test(name) ? Number(name) : undefined)
  return id === undefined ? undefined : placeComparisonOf({ source, side, reference: { kind: 'place', id } })
}

/** The comparison as a file has it. */
export function withPlaceName(text: string, findName: (id: number) => string | undefined): string {
  const condition = parsePlaceComparison(text)
  if (condition?.reference.kind !== 'place') return text
  const name = findName(condition.reference.id)
  return name === undefined ? text : `${condition.source} ${condition.side} place ${name}`
}
