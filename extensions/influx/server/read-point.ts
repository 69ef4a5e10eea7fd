import { MAX_FIELDS, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { say } from '@fieldwatch/messages/server-sentences'
import type { Reason } from '@fieldwatch/server/doors/ingest/decode-message'

/** A line of the protocol as it was written, with its escapes resolved. */
export interface Point {
  readonly measurement: string
  readonly tags: ReadonlyMap<string, string>
  readonly fields: Readonly<Record<string, string | number | boolean>>
  /** The digits of its time, in the precision of the request; undefined where it has none. */
  readonly time: string | undefined
}

/** Where a line ends, and its point or why it has none. */
export type ReadLine = { readonly end: number } & ({ readonly point: Point } | { readonly problem: Reason })

/**
 * Reads the line that begins at a place of a body (InfluxDB line protocol,
 * https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/). A text may have line breaks in it.
 */
export function readPoint(text: string, start: number): ReadLine {
  const reader = new LineReader(text, start)
  try {
    const point = reader.read()
    return { end: reader.position, point }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error
    return { end: endOfLine(text, start), problem: error.reason }
  }
}

/** The place of the next line break, or the end. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

/** A line is refused. */
class LineProblem extends Error {
  readonly reason: Reason

  constructor(message: string, reason: Reason = { code: 'record/malformed-line', message }) {
    super(message)
    this.reason = reason
  }
}

/** A series has a name of all its tags. */
const MOST_TAGS = 64
export const TOO_LONG = 'answers.door.line.long'
const MANY_TAGS = say('answers.door.tags', { count: MOST_TAGS })
const MANY_FIELDS: Reason = { code: 'record/too-many-fields' }

/** A backslash counts before one of the characters that end names. */
const NAMES = { measurement: /(?:[^\\, \n]+|\\[, =]|\\)*/y, other: /(?:[^\\=, \n]+|\\[, =]|\\)*/y } as const
const WORD = /[^, \n]*/y
const LINE = /[^\n]*/y

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const INTEGER = /^[+-]?\d+[iu]$/
const TIME = /^-?\d{1,30}$/
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

class LineReader {
  readonly #text: string
  position: number

  constructor(text: string, start: number) {
    this.#text = text
    this.position = start
  }

  read(): Point {
    const measurement = this.#name('measurement')
    if (measurement === '') throw new LineProblem('answers.door.line.measurement')
    const tags = new Map<string, string>()
    while (this.#take(',')) {
      if (tags.size === MOST_TAGS) throw new LineProblem(MANY_TAGS)
      const key = this.#name('other')
      if (!this.#take('=')) throw new LineProblem('answers.door.line.tag-value')
      const value = this.#name('other')
      if (key === '' || value === '') throw new LineProblem('answers.door.line.tag-empty')
      tags.set(key, value)
    }
    const fields = this.#fields()
    return { measurement, tags, fields, time: this.#time() }
  }

  #fields(): Point['fields'] {
    if (!this.#skipSpaces()) throw new LineProblem('answers.door.line.fields')
    const fields: [string, string | number | boolean][] = []
    do {
      if (fields.length === MAX_FIELDS) throw new LineProblem('too many fields', MANY_FIELDS)
      const key = this.#name('other')
      if (key === '' || !this.#take('=')) throw new LineProblem('answers.door.line.field-value')
      fields.push([key, this.#value()])
    } while (this.#take(','))
    return Object.fromEntries(fields)
  }

  #value(): string | number | boolean {
    if (this.#take('"')) return this.#quoted()
    const word = this.#until(WORD)
    const boolean = WORDS.get(word)
    if (boolean !== undefined) return boolean
    const number = NUMBER.test(word) ? Number(word) : INTEGER.test(word) ? Number(word.slice(0, -1)) : Number.NaN
    if (!Number.isFinite(number)) throw new LineProblem('answers.door.line.value')
    return number
  }

  #quoted(): string {
    const from = this.position
    for (let end = this.#text.indexOf('"', from); end !== -1; end = this.#text.indexOf('"', end + 1)) {
      if (end - from > MAX_RECORD_BYTES) throw new LineProblem(TOO_LONG)
      let before = end
      while (before > from && this.#text[before - 1] === '\\') before -= 1
      if ((end - before) % 2 === 1) continue
      this.position = end + 1
      const value = this.#text.slice(from, end)
      return value.includes('\\') ? value.replaceAll(/\\(["\\])/g, '$1') : value
    }
    throw new LineProblem('answers.door.line.quotation')
  }

  #time(): string | undefined {
    this.#skipSpaces()
    const rest = this.#until(LINE).trimEnd()
    if (rest === '') return undefined
    if (!TIME.test(rest)) throw new LineProblem('answers.door.line.time')
    return rest
  }

  #name(of: keyof typeof NAMES): string {
    const name = this.#read(NAMES[of])
    return name.includes('\\') ? name.replaceAll(/\\([, =])/g, '$1') : name
  }

  #until(pattern: RegExp): string {
    return this.#read(pattern).replace(/\r$/, '')
  }

  /** What a pattern matches here, maybe nothing. */
  #read(pattern: RegExp): string {
    pattern.lastIndex = this.position
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.position += found.length
    return found
  }

  #take(character: string): boolean {
    if (this.#text[this.position] !== character) return false
    this.position += 1
    return true
  }

  #skipSpaces(): boolean {
    const from = this.position
    while (this.#text[this.position] === ' ') this.position += 1
    return this.position > from
  }
}
