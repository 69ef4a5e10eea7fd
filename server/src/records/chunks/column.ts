import { type FieldValue, toNumber } from '@fieldwatch/contract/telemetry/data'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { readNumbers, writeNumbers } from './numbers.ts'
import { readBlock, sealBlock } from './sealed-block.ts'
import { readStrings, writeStrings } from './strings.ts'

/** The value of a field in a record; `undefined` where the record has no such field. */
export type ColumnValue = FieldValue | undefined

/** One value for each record of a chunk. A Float64Array is a column of numbers without a gap. */
export type ColumnValues = readonly ColumnValue[] | Float64Array

const ABSENT = 0
const NULL = 1
const FALSE = 2
const TRUE = 3
const NUMBER = 4
const STRING = 5
const MIXED = 255

/** Seals the values of one field; -0 is kept as 0. Throws a RangeError for a number that is not finite. */
export function encodeColumn(values: ColumnValues): Buffer {
  const writer = new ByteWriter(values.length * 2 + 64)
  writer.varint(values.length)
  if (values instanceof Float64Array) {
    writer.byte(values.length === 0 ? ABSENT : NUMBER)
    if (values.length > 0) writeNumbers(writer, keptNumbers(values))
    return sealBlock(writer.finish())
  }
  const { kinds, numbers, strings } = sortByKind(values)
  writeKinds(writer, kinds)
  if (numbers.length > 0) writeNumbers(writer, numbers)
  if (strings.length > 0) writeStrings(writer, strings)
  return sealBlock(writer.finish(), { holdsText: strings.length > 0 })
}

/** All values of a column, whatever their types. Throws DamagedBlockError with the label. */
export function decodeColumn(block: Buffer, label: string): ColumnValue[] {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    const { count, kinds } = readKinds(reader)
    const numbers = readNumbersOf(reader, count, kinds)
    const strings = readStringsOf(reader, count, kinds)
    reader.expectEnd()
    if (kinds === NUMBER) return Array.from(numbers)
    if (kinds === STRING) return strings
    return interleave(
      Uint8Array.from({ length: count }, (_, index) => kindAt(kinds, index)),
      numbers,
      strings,
    )
  })
}

/** Which of the values of a column are wanted: from an index on, up to another, of so many. */
interface ColumnPart {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** As {@link decodeColumn}, some of the values. */
export function decodeColumnPart(block: Buffer, { from, to, count }: ColumnPart, label: string): ColumnValues {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    const { count: stored, kinds } = readKinds(reader)
    if (stored !== count) throw new RangeError(`It has ${stored} values instead of ${count}`)
    const wanted = typeof kinds === 'number' ? new Uint8Array(to - from).fill(kinds) : kinds.subarray(from, to)
    const before = typeof kinds === 'number' ? kinds : kinds.subarray(0, from)
    const firstNumber = countOf(before, from, NUMBER)
    const until = firstNumber + countOf(wanted, wanted.length, NUMBER)
    const numbers = readNumbersOf(reader, count, kinds, until).subarray(firstNumber, until)
    const first = countOf(before, from, STRING)
    const part = { from: first, to: first + countOf(wanted, wanted.length, STRING) }
    const strings = readStringsOf(reader, count, kinds, part)
    reader.expectEnd()
    return kinds === NUMBER ? numbers.slice() : interleave(wanted, numbers, strings)
  })
}

/**
 * The numbers that charts draw of a column: numbers, 1 for true and 0 for false, NaN for everything else. Throws
 * DamagedBlockError with the label.
 */
export function decodeNumbers(block: Buffer, label: string): Float64Array {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    const { count, kinds } = readKinds(reader)
    const numbers = readNumbersOf(reader, count, kinds)
    return kinds === NUMBER ? numbers : spread(kinds, count, numbers)
  })
}

/** The same as {@link decodeNumbers}, of values that are not sealed. */
export function drawnNumbers(values: ColumnValues): Float64Array {
  if (values instanceof Float64Array) return values
  const numbers = new Float64Array(values.length)
  for (let index = 0; index < values.length; index += 1) {
    numbers[index] = toNumber(values[index])
  }
  return numbers
}

/** One kind for all values, or a byte for each. */
type Kinds = number | Uint8Array

function sortByKind(values: readonly ColumnValue[]): { kinds: Uint8Array; numbers: Float64Array; strings: string[] } {
  const kinds = new Uint8Array(values.length)
  const numbers = new Float64Array(values.length)
  const strings: string[] = []
  let count = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    kinds[index] = kindOf(value)
    if (typeof value === 'number') {
      numbers[count] = kept(value)
      count += 1
    } else if (typeof value === 'string') strings.push(value)
  }
  return { kinds, numbers: numbers.subarray(0, count), strings }
}

function kindOf(value: ColumnValue): number {
  if (typeof value === 'number') return NUMBER
  if (typeof value === 'string') return STRING
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  return value === null ? NULL : ABSENT
}

/** The same array where each number is kept as it is. */
function keptNumbers(values: Float64Array): Float64Array {
  let isSame = true
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number
    isSame = Object.is(kept(value), value) && isSame
  }
  return isSame ? values : values.map(kept)
}

/** Rows are JSON as `JSON.stringify` writes it, without -0: chunks have none either. */
function kept(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`A column cannot hold ${value}`)
  return value === 0 ? 0 : value
}

function writeKinds(writer: ByteWriter, kinds: Uint8Array): void {
  const first = kinds[0] ?? ABSENT
  const uniform = countOf(kinds, kinds.length, first) === kinds.length
  writer.byte(uniform ? first : MIXED)
  if (!uniform) writer.raw(kinds)
}

function readKinds(reader: ByteReader): { count: number; kinds: Kinds } {
  const count = reader.varint()
  const kinds = reader.byte()
  return { count, kinds: kinds === MIXED ? reader.raw(count) : kinds }
}

function kindAt(kinds: Kinds, index: number): number {
  return typeof kinds === 'number' ? kinds : (kinds[index] ?? ABSENT)
}

function countOf(kinds: Kinds, count: number, wanted: number): number {
  if (typeof kinds === 'number') return kinds === wanted ? count : 0
  let found = 0
  for (let index = 0; index < count; index += 1) if (kinds[index] === wanted) found += 1
  return found
}

function readNumbersOf(reader: ByteReader, count: number, kinds: Kinds, until?: number): Float64Array {
  const length = countOf(kinds, count, NUMBER)
  return length === 0 ? new Float64Array(0) : readNumbers(reader, length, until)
}

function readStringsOf(
  reader: ByteReader,
  count: number,
  kinds: Kinds,
  part?: Pick<ColumnPart, 'from' | 'to'>,
): string[] {
  const length = countOf(kinds, count, STRING)
  return length === 0 ? [] : readStrings(reader, length, part)
}

/** The number that a kind is drawn as; the missing kinds are not drawn. */
const DRAWN_AS: Partial<Record<number, number>> = { [FALSE]: 0, [TRUE]: 1 }

function spread(kinds: Kinds, count: number, numbers: Float64Array): Float64Array {
  const values = new Float64Array(count)
  if (typeof kinds === 'number') return values.fill(DRAWN_AS[kinds] ?? Number.NaN)
  let next = 0
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index] as number
    if (kind !== NUMBER) values[index] = DRAWN_AS[kind] ?? Number.NaN
    else {
      values[index] = numbers[next] as number
      next += 1
    }
  }
  return values
}

function interleave(kinds: Uint8Array, numbers: Float64Array, strings: readonly string[]): ColumnValue[] {
  let nextNumber = 0
  let nextString = 0
  return Array.from(kinds, (kind) => {
    switch (kind) {
      case NUMBER:
        nextNumber += 1
        return numbers[nextNumber - 1]
      case STRING:
        nextString += 1
        return strings[nextString - 1]
      case NULL:
        return null
      case FALSE:
        return false
      case TRUE:
        return true
      case ABSENT:
        return undefined
      default:
        throw new RangeError(`There is no kind ${kind} of value`)
    }
  })
}
