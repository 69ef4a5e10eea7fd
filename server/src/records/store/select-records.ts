import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { Condition, Order, StoredRecord } from './record-reader.ts'
import { compareValues } from './field-order.ts'
import { keepFirst } from './first-in-order.ts'
import { type PackedBlocks, type PackedPart, unpackBlocks, unpackPart } from './packed-part.ts'
import { fulfils } from './record-conditions.ts'
import type { Stretch } from './stretch.ts'

/** The place of a record in an order. */
export interface Place {
  readonly value: FieldValue
  readonly at: number
}

/** The records of a part that are looked for. */
export interface Selection {
  readonly part: PackedPart
  readonly conditions: readonly Condition[]
  readonly order: Order
  /** Only those behind it. */
  readonly after: Place | undefined
  /** Only those before it. */
  readonly before: Place | undefined
  readonly limit: number
}

export interface SelectedRecord extends Place {
  /** The record itself when it is a row, otherwise its index in its chunk. */
  readonly stored: StoredRecord | number
}

/** The first records of a part, in an order, that fulfil all conditions. Throws DamagedBlockError. */
export function selectRecords({ part, conditions, order, after, before, limit }: Selection): SelectedRecord[] {
  const stretch = unpackPart(part)
  const compare = placeOrder(order)
  const first = keepFirst<Place & { readonly index: number }>(limit, compare)
  for (let index = 0; index < stretch.at.length; index += 1) {
    if (!fulfils(conditions, stretch, index)) continue
    const place = { index, value: valueIn(stretch, order, index), at: stretch.at[index] ?? 0 }
    if (after !== undefined && compare(place, after) <= 0) continue
    if (before !== undefined && compare(place, before) >= 0) continue
    first.add(place)
  }
  return first.finish().map(({ index, value, at }) => ({ value, at, stored: stretch.storedAt(index) }))
}

/** Some records of a chunk with all of its columns. */
export interface PickedPlaces {
  readonly sourceKey: number
  readonly blocks: PackedBlocks
  readonly places: readonly number[]
}

/** Writes records of a chunk. Throws DamagedBlockError. */
export function pickRecords({ sourceKey, blocks, places }: PickedPlaces): StoredRecord[] {
  const stretch = unpackBlocks(sourceKey, blocks)
  return places.map((place) => stretch.recordAt(place))
}

/** The order of places: records that are equal in their values follow their times in the same direction. */
export function placeOrder({ direction }: Order): (one: Place, other: Place) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (one, other) => sign * (compareValues(one.value, other.value) || one.at - other.at)
}

/** Null when only the time of a record decides. */
function valueIn(stretch: Stretch, { field }: Order, index: number): FieldValue {
  if (field === 'messageUTC') return null
  return field === 'recieveUTC' ? (stretch.receivedAt[index] ?? 0) : stretch.valueOf(field, index)
}
