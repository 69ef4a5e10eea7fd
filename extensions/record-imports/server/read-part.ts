import { say } from './say.ts'
import type { ImportSettings } from '../contract/record-imports.ts'
import { createColumnGatherer, putInto } from '@fieldwatch/server/doors/ingest/gather-columns'
import { inOrder } from '@fieldwatch/server/doors/ingest/source-columns'
import type { SourceColumns } from '@fieldwatch/server/doors/ingest/source-columns'
import { cutLines, type FileBytes, type LinePosition } from './cut-lines.ts'
import { type Courses, createLineReader, type ReadLine } from './read-lines.ts'

/** Where the reading of a file is, between two parts. */
export interface FilePosition extends LinePosition {
  readonly courses: Readonly<Courses>
}

export const FILE_BEGINNING: FilePosition = { line: 1, isSkipping: false, courses: {} }

export interface FilePart extends FileBytes {
  readonly position: FilePosition
  readonly settings: ImportSettings
  readonly now: number
  /** The most lines with a refusal or an odd cell that are listed; others are counted. */
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
  /** Cells that are left empty because they cannot be read. */
  readonly emptied: number
  readonly doubled: number
  /** Refused lines, and lines of which a cell is left empty. */
  readonly refusals: readonly RefusedLine[]
  /** By time; of lines with the same time the last one, or their values together in a file with several series. */
  readonly records: Pick<SourceColumns, 'at' | 'columns' | 'types'>
}

type Records = PartRecords['records']
type GoodLine = Extract<ReadLine, { at: number }>

const FIRST_CAPACITY = 4_096

/** Reads the whole lines of a part of a file into columns. */
export function readPart(part: FilePart): PartRecords {
  const { settings, mostRefusals } = part
  const readLine = createLineReader(settings, part.now)
  const courses = structuredClone(part.position.courses)
  const gather = settings.seriesColumn === null ? gatherLines(settings) : joinLines(settings)
  const refusals: RefusedLine[] = []
  let [lines, refused, emptied, doubled] = [0, 0, 0, 0]
  const { carry, position } = cutLines(part, settings, take)
  const counts = { lines, refused, emptied, doubled, refusals }
  return { carry, position: { ...position, courses }, ...counts, records: gather.finish() }

  function take(text: string | undefined, line: number): void {
    const read = readLine(text, line, courses)
    if (read === undefined) return
    lines += 1
    if ('problem' in read) {
      refused += 1
      return note(line, read.problem)
    }
    if (read.isDoubled) doubled += 1
    const [odd] = read.odd
    if (odd !== undefined) {
      emptied += read.odd.length
      note(line, say('record-imports.refused.cell-emptied', odd))
    }
    gather.take(read)
  }

  function note(line: number, reason: string): void {
    if (refusals.length < mostRefusals) refusals.push({ line, reason })
  }
}

interface Gatherer {
  readonly take: (line: GoodLine) => void
  readonly finish: () => Records
}

function gatherLines({ columns }: ImportSettings): Gatherer {
  const gatherer = createColumnGatherer(FIRST_CAPACITY)
  let at = new Float64Array(FIRST_CAPACITY)
  let count = 0
  return {
    take: (line) => {
      if (count === at.length) makeRoom()
      at[count] = line.at
      for (const [place, { field }] of columns.entries()) {
        const value = line.values[place]
        if (value !== undefined) putInto(gatherer.columnOf(field), count, value)
      }
      count += 1
    },
    finish: () => {
      const { columns: gathered, types } = gatherer.finish(count)
      return { ...inOrder(at.subarray(0, count), gathered), types }
    },
  }

  function makeRoom(): void {
    const larger = new Float64Array(4 * at.length)
    gatherer.makeRoom(larger.length)
    larger.set(at)
    at = larger
  }
}

/** Lines of several series with the same time are one record. */
function joinLines({ columns }: ImportSettings): Gatherer {
  const records = new Map<number, Map<string, number | string | boolean>>()
  return {
    take: ({ at, values }) => {
      const record = records.get(at) ?? new Map<string, number | string | boolean>()
      records.set(at, record)
      for (const [place, { field }] of columns.entries()) {
        const value = values[place]
        if (value !== undefined) record.set(field, value)
      }
    },
    finish: () => {
      const gatherer = createColumnGatherer(records.size)
      const at = Float64Array.from(records.keys()).sort()
      for (const [index, time] of at.entries())
        for (const [field, value] of records.get(time) ?? []) putInto(gatherer.columnOf(field), index, value)
      return { at, ...gatherer.finish(at.length) }
    },
  }
}
