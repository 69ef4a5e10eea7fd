import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readIntegers, writeIntegers } from './integers.ts'

const UTF_8 = 0
const UTF_16 = 1

/** Writes each distinct string once, in the order of first appearance, and then the index for each value. */
export function writeStrings(writer: ByteWriter, strings: readonly string[]): void {
  const codes = new Map<string, number>()
  const used = new Float64Array(strings.length)
  strings.forEach((text, index) => {
    const code = codes.get(text) ?? codes.size
    if (code === codes.size) codes.set(text, code)
    used[index] = code
  })
  writeDictionary(writer, [...codes.keys()])
  writeIntegers(writer, used)
}

/** All of the strings, or some of them. */
export function readStrings(reader: ByteReader, count: number, { from, to } = { from: 0, to: count }): string[] {
  const dictionary = readDictionary(reader)
  return Array.from(readIntegers(reader, count, { until: to }).subarray(from, to), (code) => {
    const text = dictionary[code]
    if (text === undefined) throw new RangeError(`There is no string ${code}`)
    return text
  })
}

/** Writes a dictionary with half a surrogate pair as UTF-16, since UTF-8 cannot hold one. */
function writeDictionary(writer: ByteWriter, texts: readonly string[]): void {
  const wellFormed = texts.every((text) => text.isWellFormed())
  const encoded = texts.map((text) => Buffer.from(text, wellFormed ? 'utf8' : 'utf16le'))
  writer.varint(texts.length)
  writer.byte(wellFormed ? UTF_8 : UTF_16)
  for (const bytes of encoded) writer.varint(bytes.length)
  for (const bytes of encoded) writer.raw(bytes)
}

function readDictionary(reader: ByteReader): string[] {
  const size = reader.varint()
  const form = reader.byte()
  if (form > UTF_16) throw new RangeError(`There is no form ${form} for strings`)
  const lengths: number[] = []
  for (let index = 0; index < size; index += 1) lengths.push(reader.varint())
  return lengths.map((length) => {
    const bytes = reader.raw(length)
    return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString(form === UTF_8 ? 'utf8' : 'utf16le')
  })
}
