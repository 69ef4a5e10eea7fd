/** A line of the protocol as it was written, with its escapes resolved. */
export interface Point {
  readonly measurement: string
  readonly tags: ReadonlyMap<string, string>
  readonly fields: Readonly<Record<string, string | number | boolean>>
  /** The digits of its time, in the precision of the request; undefined where it has none. */
  readonly time: string | undefined
}

/** Where a line ends, and its point or why it has none. */
export type ReadLine = { readonly end: number } & ({ readonly point: Point } | { readonly problem: string })

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
    return { end: endOfLine(text, start), problem: error.message }
  }
}

/** The place of the next line break, or the end. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

class LineProblem extends Error {}

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
    const measurement = this.#name(', ')
    if (measurement === '') throw new LineProblem('The measurement is missing.')
    const tags = new Map<string, string>()
    while (this.#take(',')) {
      const key = this.#name('=, ')
      if (!this.#take('=')) throw new LineProblem('A tag has no value.')
      const value = this.#name('=, ')
      if (key === '' || value === '') throw new LineProblem('A tag is empty.')
      tags.set(key, value)
    }
    const fields = this.#fields()
    return { measurement, tags, fields, time: this.#time() }
  }

  #fields(): Point['fields'] {
    if (!this.#skipSpaces()) throw new LineProblem('The line has no fields.')
    const fields: [string, string | number | boolean][] = []
    do {
      const key = this.#name('=, ')
      if (key === '' || !this.#take('=')) throw new LineProblem('A field has no value.')
      fields.push([key, this.#value()])
    } while (this.#take(','))
    return Object.fromEntries(fields)
  }

  #value(): string | number | boolean {
    if (this.#take('"')) return this.#quoted()
    const word = this.#until(', ')
    const boolean = WORDS.get(word)
    if (boolean !== undefined) return boolean
    const number = NUMBER.test(word) ? Number(word) : INTEGER.test(word) ? Number(word.slice(0, -1)) : Number.NaN
    if (!Number.isFinite(number)) throw new LineProblem('A value is no number, boolean or text in quotation marks.')
    return number
  }

  #quoted(): string {
    let value = ''
    for (let from = this.position; this.position < this.#text.length; this.position += 1) {
      const character = this.#text[this.position]
      if (character === '"') {
        value += this.#text.slice(from, this.position)
        this.position += 1
        return value
      }
      const next = this.#text[this.position + 1]
      if (character !== '\\' || (next !== '"' && next !== '\\')) continue
      value += this.#text.slice(from, this.position)
      from = this.position + 1
      this.position += 1
    }
    throw new LineProblem('A text has no closing quotation mark.')
  }

  #time(): string | undefined {
    this.#skipSpaces()
    const rest = this.#until('').trimEnd()
    if (rest === '') return undefined
    if (!TIME.test(rest)) throw new LineProblem('The time is no whole number.')
    return rest
  }

  /** A name up to one of some characters that has no backslash before it. */
  #name(ends: string): string {
    let name = ''
    let from = this.position
    for (; !this.#isEnd(ends); this.position += 1) {
      const next = this.#text[this.position + 1] ?? ''
      if (this.#text[this.position] !== '\\' || next === '' || !', ='.includes(next)) continue
      name += this.#text.slice(from, this.position)
      from = this.position + 1
      this.position += 1
    }
    return name + this.#text.slice(from, this.position)
  }

  #until(ends: string): string {
    const from = this.position
    while (!this.#isEnd(ends)) this.position += 1
    return this.#text.slice(from, this.position).replace(/\r$/, '')
  }

  #isEnd(ends: string): boolean {
    const character = this.#text[this.position]
    return character === undefined || character === '\n' || ends.includes(character)
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
