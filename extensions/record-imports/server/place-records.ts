import type { ColumnValue, ColumnValues } from '@fieldwatch/server/records/chunks/column'
import {
  type EncodedStretch,
  encodeStretch,
  type NewStretch,
  rowsOf,
} from '@fieldwatch/server/records/store/encode-stretch'

/** Records that are stored already, with the times of new ones. */
export interface StoredThere {
  readonly at: Float64Array
  readonly receivedAt: Float64Array
  /** The fields of each, one JSON object a line. */
  readonly json: string
}

export interface Placing extends NewStretch {
  readonly stored: StoredThere
  /** When records of the same import arrived. */
  readonly own: ReadonlySet<number>
  /** Records that the same import has stored get the further fields of new ones with the same times. */
  readonly joins: boolean
}

export interface PlacedRecords extends EncodedStretch {
  /** Records that were there already as they are; those of the same import are not counted. */
  readonly unchanged: number
  /** What others had stored where these records go, the fields of each one JSON object a line. */
  readonly replaced: StoredThere
  /** Times in chunks or rows that the same import had stored before: a later line of the file counts. */
  readonly repeated: Float64Array
}

/** Made again each time: its memory is handed over. */
function nothing(): EncodedStretch {
  return { chunks: [], late: [], rows: { at: new Float64Array(0), json: '' } }
}

/** Leaves out the records that are there already, and encodes the others. */
export function placeRecords({ at, occupied, keepsLast, stored, own, ...given }: Placing): PlacedRecords {
  const columns = given.joins ? joinStored({ at, columns: given.columns, stored, own }) : given.columns
  const there = compare({ at, columns, stored, own })
  const left = there.same.size === 0 ? { at, columns } : without(at, columns, there.same)
  const encoded = left.at.length === 0 ? nothing() : encodeStretch({ ...left, occupied, keepsLast })
  return {
    ...encoded,
    unchanged: there.unchanged,
    replaced: there.replaced,
    repeated: Float64Array.from(there.repeated),
  }
}

/** The columns with the fields that records of the same import have stored already. */
function joinStored({ at, columns, stored, own }: Pick<Placing, 'at' | 'columns' | 'stored' | 'own'>) {
  const joined = new Map<string, ColumnValue[]>()
  const columnOf = (field: string): ColumnValue[] => {
    const known = joined.get(field)
    if (known !== undefined) return known
    const given = columns.get(field)
    const made = given === undefined ? Array.from<ColumnValue>({ length: at.length }) : Array.from<ColumnValue>(given)
    joined.set(field, made)
    return made
  }
  const lines = stored.json.split('\n')
  for (const [index, place] of placesOf(at, stored.at).entries()) {
    if (!own.has(stored.receivedAt[index] ?? 0)) continue
    const fields = JSON.parse(lines[index] ?? '{}') as Record<string, ColumnValue>
    for (const [field, value] of Object.entries(fields)) columnOf(field)[place] ??= value
  }
  return new Map<string, ColumnValues>([...columns, ...joined])
}

function compare({ at, columns, stored, own }: Pick<Placing, 'at' | 'columns' | 'stored' | 'own'>) {
  const places = placesOf(at, stored.at)
  const lines = places.length === 0 ? [] : rowsOf(at, columns, places).json.split('\n')
  const before = places.length === 0 ? [] : stored.json.split('\n')
  const same = new Set<number>()
  const replacedAt: number[] = []
  const replacedArrivals: number[] = []
  const replacedLines: string[] = []
  const repeated: number[] = []
  let unchanged = 0
  for (const [index, place] of places.entries()) {
    const isOwn = own.has(stored.receivedAt[index] ?? 0)
    const time = at[place] ?? 0
    if (lines[index] === before[index]) {
      same.add(place)
      if (!isOwn) unchanged += 1
    } else if (isOwn) repeated.push(time)
    else {
      replacedAt.push(time)
      replacedArrivals.push(stored.receivedAt[index] ?? 0)
      replacedLines.push(before[index] ?? '{}')
    }
  }
  const replaced = {
    at: Float64Array.from(replacedAt),
    receivedAt: Float64Array.from(replacedArrivals),
    json: replacedLines.join('\n'),
  }
  return { same, unchanged, replaced, repeated }
}

/** Where each of some times is among others; both are in order, and the others have all of them. */
function placesOf(all: Float64Array, some: Float64Array): number[] {
  const places: number[] = []
  let place = 0
  for (const time of some) {
    while ((all[place] ?? Infinity) < time) place += 1
    places.push(place)
  }
  return places
}

function without(at: Float64Array, columns: ReadonlyMap<string, ColumnValues>, left: ReadonlySet<number>) {
  const kept = Array.from(at.keys()).filter((place) => !left.has(place))
  const pick = (values: ColumnValues): ColumnValues =>
    values instanceof Float64Array
      ? Float64Array.from(kept, (place) => values[place] ?? 0)
      : kept.map((place) => values[place])
  return {
    at: Float64Array.from(kept, (place) => at[place] ?? 0),
    columns: new Map(Array.from(columns, ([field, values]) => [field, pick(values)])),
  }
}
