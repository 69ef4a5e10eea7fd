import { isName } from '@fieldwatch/contract/api/ids'
import type { StoredFieldType } from '#platform/database/tables.ts'
import { compareNames } from '#records/store/field-order.ts'
import { type FieldTypeMap, widen } from './field-types.ts'
import type { PlainScanner } from './plain-scanner.ts'
import { MOST_PLAIN_FIELDS } from './source-columns.ts'

const COMMA = 44
const COLON = 58
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The names that records have, in the order in which they come. Most records of a message share one shape. */
export interface RecordShape {
  readonly slots: readonly FieldSlot[]
  /** The fields, without the time, in the order of chunks. */
  readonly fields: readonly FieldSlot[]
}

/** A name of a shape, and its value in the record that was read last. */
export interface FieldSlot {
  readonly name: string
  /** The name in quotes. */
  readonly text: Uint8Array
  readonly isTime: boolean
  /** Where its value begins and ends. */
  start: number
  end: number
  /** The value as JSON writes it, when it came in another form. */
  rewritten: string | undefined
  /** The type of all its values so far; undefined when none was another than null. */
  type: StoredFieldType | undefined
}

/** Reads the names of the record that comes next; undefined when it is not plain. */
export function readShape(scanner: PlainScanner): RecordShape | undefined {
  const slots: FieldSlot[] = []
  const names = new Set<string>()
  if (!scanner.take(OPEN_OBJECT)) return undefined
  do {
    const name = scanner.takeString()
    if (name === undefined || name === 'recieveUTC' || names.has(name) || !isName(name)) return undefined
    if (!scanner.take(COLON) || !scanner.passScalar() || slots.length > MOST_PLAIN_FIELDS) return undefined
    names.add(name)
    slots.push({
      name,
      text: Buffer.from(`"${name}"`),
      isTime: name === 'messageUTC',
      start: 0,
      end: 0,
      rewritten: undefined,
      type: undefined,
    })
  } while (scanner.take(COMMA))
  if (!scanner.take(CLOSE_OBJECT)) return undefined
  const fields = slots.filter(({ isTime }) => !isTime).sort((one, other) => compareNames(one.name, other.name))
  return { slots, fields }
}

/** The types of all values that were read with the shapes, which then begin again. The types of the list before if they are the same. */
export function takeTypes(shapes: readonly RecordShape[], before: FieldTypeMap | undefined): FieldTypeMap {
  const [first] = shapes
  if (first !== undefined && shapes.length === 1 && before !== undefined && areTypesOf(first, before)) {
    for (const slot of first.fields) slot.type = undefined
    return before
  }
  const types = new Map<string, StoredFieldType>()
  for (const { fields } of shapes) {
    for (const slot of fields) {
      if (slot.type !== undefined) types.set(slot.name, widen(types.get(slot.name), slot.type))
      slot.type = undefined
    }
  }
  return types
}

/** Whether these are the types that were read with a shape. */
function areTypesOf({ fields }: RecordShape, types: FieldTypeMap): boolean {
  let known = 0
  for (const { name, type } of fields) {
    if (type === undefined) continue
    if (types.get(name) !== type) return false
    known += 1
  }
  return known === types.size
}
