import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { isName } from '@fieldwatch/contract/api/ids'
import { decodeTime } from '@fieldwatch/contract/time/decode-time'
import { type FieldTypeMap, typeOfValue, widen } from './field-types.ts'
import { LazyRecord } from './lazy-record.ts'
import { PlainScanner } from './plain-scanner.ts'
import type { StoredFieldType } from '#platform/database/tables.ts'
import { compareNames } from '#records/store/field-order.ts'
import { MOST_PLAIN_FIELDS } from './source-columns.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const CLOSE_LIST = 93
const FIRST_LETTER = 97
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The longest message that is scanned here. */
const MOST_BYTES = 32 * 1024
/** Where the JSON of one record after the other is put together; it is never longer than the record as it came. */
const JSON_BYTES = Buffer.allocUnsafeSlow(MOST_BYTES)

type ScannedRecord = LazyRecord<number | undefined>

/**
 * Decodes a message of flat records as `decodeSourceMessage`, or without a source as `decodeUnitMessage`, without an object for each
 * record and its fields. Undefined when anything in it is not plain or not valid: the general decoder reads it then.
 */
export function scanRecords(body: Buffer, source: string | undefined, now: number): ScannedRecord[] | undefined {
  if (body.length > MOST_BYTES) return undefined
  const scan = new MessageScan(body, now)
  const isPlain = source === undefined ? scan.takeSources() : scan.takeSource(source)
  return isPlain && scan.isAtEnd() ? scan.records : undefined
}

/** The names that records have, in the order in which they come. Most records of a message share one shape. */
interface RecordShape {
  readonly slots: readonly FieldSlot[]
  /** The fields, without the time, in the order of chunks. */
  readonly fields: readonly FieldSlot[]
}

/** A name of a shape, and its value in the record that was read last. */
interface FieldSlot {
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
function readShape(scanner: PlainScanner): RecordShape | undefined {
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
function takeTypes(shapes: readonly RecordShape[], before: FieldTypeMap | undefined): FieldTypeMap {
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

/** It is a class so that all messages share optimised code. */
class MessageScan {
  readonly records: ScannedRecord[] = []
  readonly #body: Buffer
  readonly #scanner: PlainScanner
  readonly #now: number
  #shape: RecordShape | undefined
  #types: FieldTypeMap | undefined

  constructor(body: Buffer, now: number) {
    this.#body = body
    this.#scanner = new PlainScanner(body)
    this.#now = now
  }

  isAtEnd(): boolean {
    return this.#scanner.isAtEnd()
  }

  takeSources(): boolean {
    const scanner = this.#scanner
    const names = new Set<string>()
    if (!scanner.take(OPEN_OBJECT)) return false
    do {
      const name = scanner.takeString()
      // Of a repeated name the last value counts.
      if (name === undefined || names.has(name) || !scanner.take(COLON) || !this.takeSource(name)) return false
      names.add(name)
    } while (scanner.take(COMMA))
    return scanner.take(CLOSE_OBJECT)
  }

  /** A record, or a list of records. */
  takeSource(source: string): boolean {
    // Some results are kept as text.
    if (source === ACTION_RESULT || !isName(source)) return false
    const scanner = this.#scanner
    const isList = scanner.take(OPEN_LIST)
    const first = this.records.length
    const shapes: RecordShape[] = []
    do {
      const record = this.#takeRecord(source)
      if (record === undefined) return false
      this.records.push(record)
      if (this.#shape !== undefined && this.#shape !== shapes.at(-1)) shapes.push(this.#shape)
    } while (isList && scanner.take(COMMA))
    this.#types = takeTypes(shapes, this.#types)
    for (let index = first; index < this.records.length; index += 1) {
      const record = this.records[index]
      if (record !== undefined) record.types = this.#types
    }
    return !isList || scanner.take(CLOSE_LIST)
  }

  #takeRecord(source: string): ScannedRecord | undefined {
    const scanner = this.#scanner
    const start = scanner.position
    const known = this.#shape && this.#takeWith(source, this.#shape)
    if (known !== undefined) return known
    scanner.goTo(start)
    this.#shape = readShape(scanner)
    scanner.goTo(start)
    return this.#shape && this.#takeWith(source, this.#shape)
  }

  /** The next record, if it has this shape. */
  #takeWith(source: string, { slots, fields }: RecordShape): ScannedRecord | undefined {
    const scanner = this.#scanner
    let at: number | undefined
    let next = OPEN_OBJECT
    for (const slot of slots) {
      if (!scanner.take(next) || scanner.next() !== QUOTE || !scanner.takeExactly(slot.text)) return undefined
      if (!scanner.take(COLON)) return undefined
      if (slot.isTime) {
        at = this.#takeTime()
        if (at === undefined) return undefined
      } else if (!this.#takeValue(slot)) return undefined
      next = COMMA
    }
    return scanner.take(CLOSE_OBJECT) ? new LazyRecord(source, at, this.#jsonOf(fields)) : undefined
  }

  #takeTime(): number | undefined {
    const value = this.#scanner.next() === QUOTE ? this.#scanner.takeString() : this.#scanner.takeNumber()
    const at = decodeTime(value, this.#now)
    return typeof at === 'number' ? at : undefined
  }

  #takeValue(slot: FieldSlot): boolean {
    const scanner = this.#scanner
    const first = scanner.next()
    slot.start = scanner.position
    slot.rewritten = undefined
    if (first === QUOTE) {
      if (!scanner.passString()) return false
      slot.type = widen(slot.type, 'string')
    } else if (first >= FIRST_LETTER) {
      const literal = scanner.takeLiteral()
      if (literal === undefined) return false
      if (literal.value !== null) slot.type = widen(slot.type, 'bool')
    } else {
      const value = scanner.takeNumber()
      const type = typeOfValue(value)
      if (type === undefined || Number.isNaN(value)) return false
      slot.type = widen(slot.type, type)
      if (!scanner.isAsWritten) slot.rewritten = JSON.stringify(value)
    }
    slot.end = scanner.position
    return true
  }

  /** The fields as the general decoder writes them. */
  #jsonOf(fields: readonly FieldSlot[]): string {
    const body = this.#body
    let place = 0
    for (const { text, start, end, rewritten } of fields) {
      JSON_BYTES[place] = place === 0 ? OPEN_OBJECT : COMMA
      place += 1
      for (let index = 0; index < text.length; index += 1) JSON_BYTES[place + index] = text[index] as number
      place += text.length
      JSON_BYTES[place] = COLON
      place += 1
      if (rewritten !== undefined) place += JSON_BYTES.write(rewritten, place, 'latin1')
      else for (let index = start; index < end; index += 1, place += 1) JSON_BYTES[place] = body[index] as number
    }
    if (place === 0) return '{}'
    JSON_BYTES[place] = CLOSE_OBJECT
    return JSON_BYTES.toString('latin1', 0, place + 1)
  }
}
