import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import { DEFAULT_LIST_VIEW, type SortColumn } from '@fieldwatch/contract/units/list-columns'
import type { ListedUnit } from '../listed-unit.ts'

/** What a unit is sorted by: a number, a text, or nothing, which comes last in either direction. */
export type SortKey = number | string | undefined

export interface Sort {
  readonly by: SortColumn
  readonly descending: boolean
}

/** Units in the order of a column; where they are alike there, and by default, in the order in which they come: by name. */
type SortUnits = (
  units: readonly ListedUnit[],
  sort: Sort,
  keyOf: (unit: ListedUnit) => SortKey,
) => readonly ListedUnit[]

/** Remembers the order of the texts of each column: among ten thousand, comparing them again each time a unit sends is felt. */
export function createUnitSorter(): SortUnits {
  const known = new Map<SortColumn, ReadonlyMap<string, number>>()

  function ranksOf(column: SortColumn, keys: readonly SortKey[]): ReadonlyMap<string, number> {
    const texts = new Set(keys.filter((key) => typeof key === 'string'))
    const before = known.get(column)
    if (before !== undefined && [...texts].every((text) => before.has(text))) return before
    const ranks = rankTexts(texts)
    known.set(column, ranks)
    return ranks
  }

  return (units, { by, descending }, keyOf) => {
    if (by === DEFAULT_LIST_VIEW.sort.by) return descending ? units.toReversed() : units
    const keys = units.map(keyOf)
    return sortByRank(units, keys, { ranks: ranksOf(by, keys), descending })
  }
}

interface Order {
  readonly ranks: ReadonlyMap<string, number>
  readonly descending: boolean
}

function sortByRank(
  units: readonly ListedUnit[],
  keys: readonly SortKey[],
  { ranks, descending }: Order,
): readonly ListedUnit[] {
  const ordered = keys.map((key, place): Placed => ({
    place,
    rank: typeof key === 'string' ? (ranks.get(key) ?? 0) : key,
  }))
  const direction = descending ? -1 : 1
  ordered.sort((one, other) => compareRanks(one.rank, other.rank, direction) || one.place - other.place)
  return ordered.flatMap(({ place }) => units[place] ?? [])
}

interface Placed {
  readonly place: number
  readonly rank: number | undefined
}

function compareRanks(one: number | undefined, other: number | undefined, direction: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return (one - other) * direction
}

/** The places of texts in their order: `Pump 2` before `Pump 10`. Texts that differ in capitals or accents alone have the same. */
function rankTexts(texts: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  let rank = 0
  let last: string | undefined
  for (const text of [...texts].toSorted(compareNaturally)) {
    if (last === undefined || compareNaturally(last, text) !== 0) rank += 1
    ranks.set(text, rank)
    last = text
  }
  return ranks
}
