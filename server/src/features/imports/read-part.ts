import { IMPORT_LINE_MAX, type ImportSettings } from '@fieldwatch/contract/telemetry/record-imports'
import { createColumnGatherer, putInto } from '#doors/ingest/gather-columns.ts'
import { inOrder } from '#doors/ingest/source-columns.ts'
import type { SourceColumns } from '#doors/ingest/source-columns.ts'
import type { Course } from './read-time.ts'
import { createLineReader, LINE_TOO_LONG } from './read-lines.ts'

/** Where the reading of a file is, between two parts. */
export interface FilePosition {
  /** The number of the next line, from 1. */
  readonly line: number
  /** The next bytes are the rest of a line that was too long. */
  readonly isSkipping: boolean
  readonly course: Course
}

export const FILE_BEGINNING: FilePosition = {
  line: 1,
  isSkipping: false,
  course: { previous: undefined, isDescending: false },
}

export interface FilePart {
  /** The beginning of a line from the part before, and the bytes of this one. */
  readonly bytes: Uint8Array
  readonly isLast: boolean
  readonly position: FilePosition
  readonly settings: ImportSettings
  readonly now: number
  /** The most refused lines that are listed; others are counted. */
  readonly mostRefusals: number
}

export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

export interface PartRecords {
  /** The beginning of a line whose end is in the next part. */
  readonly carry: Uint8Array
  readonly position: FilePosition
  readonly lines: number
  readonly refused: number
  readonly doubled: number
  readonly refusals: readonly RefusedLine[]
  /** By time; of lines with the same time the last one. */
  readonly records: Pick<SourceColumns, 'at' | 'columns' | 'types'>
}

const LINE_BREAK = 10
const FIRST_CAPACITY = 4_096

/** Reads the whole lines of a part of a file into columns. */
export function readPart(part: FilePart): PartRecords {
  const reader = new PartReader(part)
  return reader.read()
}

class PartReader {
  readonly #part: FilePart
  readonly #readLine: ReturnType<typeof createLineReader>
  readonly #course: Course
  readonly #gatherer = createColumnGatherer(FIRST_CAPACITY)
  #capacity = FIRST_CAPACITY
  #at = new Float64Array(FIRST_CAPACITY)
  #count = 0
  #line: number
  #lines = 0
  #refused = 0
  #doubled = 0
  readonly #refusals: RefusedLine[] = []

  constructor(part: FilePart) {
    this.#part = part
    this.#readLine = createLineReader(part.settings, part.now)
    this.#course = { ...part.position.course }
    this.#line = part.position.line
  }

  read(): PartRecords {
    const { isLast, position, settings } = this.#part
    let bytes = Buffer.from(this.#part.bytes.buffer, this.#part.bytes.byteOffset, this.#part.bytes.byteLength)
    if (position.isSkipping) {
      const end = bytes.indexOf(LINE_BREAK)
      if (end === -1 && !isLast) return this.#finish(Buffer.alloc(0), true)
      bytes = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
      this.#line += 1
    }
    const whole = isLast ? bytes.length : bytes.lastIndexOf(LINE_BREAK) + 1
    const text = new TextDecoder(settings.encoding).decode(bytes.subarray(0, whole))
    this.#takeLines(text)
    const rest = bytes.subarray(whole)
    if (rest.length <= IMPORT_LINE_MAX) return this.#finish(rest, false)
    this.#refuse(LINE_TOO_LONG.problem)
    return this.#finish(Buffer.alloc(0), true)
  }

  #takeLines(text: string): void {
    let start = 0
    while (start < text.length) {
      const end = text.indexOf('\n', start)
      const until = end === -1 ? text.length : end
      if (this.#line > 1 || !this.#part.settings.headings) {
        this.#take(text.slice(start, text[until - 1] === '\r' ? until - 1 : until))
      }
      this.#line += 1
      start = until + 1
    }
  }

  #take(line: string): void {
    const read = this.#readLine(line, this.#course)
    if (read === undefined) return
    if ('problem' in read) return this.#refuse(read.problem)
    this.#lines += 1
    if (read.isDoubled) this.#doubled += 1
    if (this.#count === this.#capacity) this.#makeRoom()
    this.#at[this.#count] = read.at
    for (const [place, { field }] of this.#part.settings.columns.entries()) {
      const value = read.values[place]
      if (value !== undefined) putInto(this.#gatherer.columnOf(field), this.#count, value)
    }
    this.#count += 1
  }

  #refuse(reason: string): void {
    this.#lines += 1
    this.#refused += 1
    if (this.#refusals.length < this.#part.mostRefusals) this.#refusals.push({ line: this.#line, reason })
  }

  #makeRoom(): void {
    this.#capacity *= 4
    this.#gatherer.makeRoom(this.#capacity)
    const larger = new Float64Array(this.#capacity)
    larger.set(this.#at)
    this.#at = larger
  }

  #finish(rest: Uint8Array, isSkipping: boolean): PartRecords {
    const { columns, types } = this.#gatherer.finish(this.#count)
    return {
      carry: Uint8Array.from(rest),
      position: { line: this.#line, isSkipping, course: this.#course },
      lines: this.#lines,
      refused: this.#refused,
      doubled: this.#doubled,
      refusals: this.#refusals,
      records: { ...inOrder(this.#at.subarray(0, this.#count), columns), types },
    }
  }
}
