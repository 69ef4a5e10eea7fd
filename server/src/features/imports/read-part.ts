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
  const { isLast, position, settings, mostRefusals } = part
  const readLine = createLineReader(settings, part.now)
  const course = { ...position.course }
  const gatherer = createColumnGatherer(FIRST_CAPACITY)
  const refusals: RefusedLine[] = []
  let at = new Float64Array(FIRST_CAPACITY)
  let { line } = position
  let [count, lines, refused, doubled] = [0, 0, 0, 0]
  let bytes = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength)
  if (position.isSkipping) {
    const end = bytes.indexOf(LINE_BREAK)
    if (end === -1 && !isLast) return finish(Buffer.alloc(0), true)
    bytes = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
    line += 1
  }
  const whole = isLast ? bytes.length : bytes.lastIndexOf(LINE_BREAK) + 1
  takeLines(new TextDecoder(settings.encoding).decode(bytes.subarray(0, whole)))
  const rest = bytes.subarray(whole)
  if (rest.length <= IMPORT_LINE_MAX) return finish(rest, false)
  refuse(LINE_TOO_LONG.problem)
  return finish(Buffer.alloc(0), true)

  function takeLines(text: string): void {
    let start = 0
    while (start < text.length) {
      const end = text.indexOf('\n', start)
      const until = end === -1 ? text.length : end
      if (line > 1 || !settings.headings) take(text.slice(start, text[until - 1] === '\r' ? until - 1 : until))
      line += 1
      start = until + 1
    }
  }

  function take(text: string): void {
    const read = readLine(text, course)
    if (read === undefined) return
    if ('problem' in read) return refuse(read.problem)
    lines += 1
    if (read.isDoubled) doubled += 1
    if (count === at.length) makeRoom()
    at[count] = read.at
    for (const [place, { field }] of settings.columns.entries()) {
      const value = read.values[place]
      if (value !== undefined) putInto(gatherer.columnOf(field), count, value)
    }
    count += 1
  }

  function refuse(reason: string): void {
    lines += 1
    refused += 1
    if (refusals.length < mostRefusals) refusals.push({ line, reason })
  }

  function makeRoom(): void {
    const larger = new Float64Array(4 * at.length)
    gatherer.makeRoom(larger.length)
    larger.set(at)
    at = larger
  }

  function finish(carry: Uint8Array, isSkipping: boolean): PartRecords {
    const { columns, types } = gatherer.finish(count)
    const records = { ...inOrder(at.subarray(0, count), columns), types }
    const counts = { lines, refused, doubled, refusals }
    return { carry: Uint8Array.from(carry), position: { line, isSkipping, course }, ...counts, records }
  }
}
