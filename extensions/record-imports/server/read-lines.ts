import { say } from './say.ts'
import { IMPORT_LINE_MAX, type ImportSettings } from '../contract/record-imports.ts'
import { type CellProblem, splitCells } from './split-cells.ts'
import { type Course, createTimeReader, newCourse, type TimeText } from './read-time.ts'
import { readValue, writingOf } from './read-value.ts'

type Value = number | string | boolean

/** A cell that is left empty. */
interface OddCell {
  readonly field: string
  readonly problem: string
}

/** A line as a record, or why it is none; nothing for an empty line. */
export type ReadLine =
  | {
      readonly at: number
      readonly isDoubled: boolean
      readonly values: readonly (Value | undefined)[]
      readonly odd: readonly OddCell[]
    }
  | { readonly problem: string }
  | undefined

export const LINE_TOO_LONG = { problem: say('record-imports.refused.long', { count: IMPORT_LINE_MAX / 1024 }) } as const

/** The series of a file with one, or that of a line. */
export const ONLY_SERIES = ''

/** Which way the times of each series go. */
export type Courses = Record<string, Course>

export function courseOf(courses: Courses, series: string): Course {
  return (courses[keyOf(series)] ??= newCourse())
}

/** The key of a series in an object: a file may call one `__proto__`. */
export function keyOf(series: string): string {
  return `:${series}`
}

/** A line of the table as its cells; undefined where it has none, such as a title, a comment or an empty line. */
export function createCellReader({
  firstLine,
  comment,
  delimiter,
}: Pick<ImportSettings, 'firstLine' | 'comment' | 'delimiter'>) {
  return (text: string | undefined, line: number): readonly string[] | CellProblem | undefined => {
    if (line < firstLine) return undefined
    if (text === undefined) return LINE_TOO_LONG
    if (text.trim() === '' || (comment !== null && text.trimStart().startsWith(comment))) return undefined
    const cells = splitCells(text, delimiter)
    // Most spreadsheets end a table with lines of nothing but delimiters.
    return 'problem' in cells || cells.some((cell) => cell !== '') ? cells : undefined
  }
}

/**
 * Makes what reads lines one after the other; the values are in the order of the columns of the settings. A cell that cannot be read leaves
 * its field empty.
 */
export function createLineReader(
  settings: ImportSettings,
  now: number,
): (text: string | undefined, line: number, courses: Courses) => ReadLine {
  const { time, columns, seriesColumn } = settings
  const writing = writingOf(settings)
  const readCells = createCellReader(settings)
  const readTime = createTimeReader(time, now)
  const known = new Set(columns.map(({ series }) => series ?? ONLY_SERIES))
  return (text, line, courses) => {
    const cells = readCells(text, line)
    if (cells === undefined || 'problem' in cells) return cells
    const series = seriesOf(cells, seriesColumn)
    if (!known.has(series)) return undefined
    const reading = readTime(timeText(cells, time), courseOf(courses, series))
    if ('problem' in reading) return { problem: reading.problem }
    return valuesOf(cells, series, reading)
  }

  function valuesOf(
    cells: readonly string[],
    series: string,
    { at, isDoubled }: { at: number; isDoubled: boolean },
  ): ReadLine {
    const values: (Value | undefined)[] = []
    const odd: OddCell[] = []
    let isEmpty = true
    for (const column of columns) {
      const isOther = seriesColumn !== null && column.series !== series
      const value = isOther ? undefined : readValue(cells[column.column] ?? '', column, writing)
      if (typeof value === 'object') odd.push({ field: column.field, problem: value.problem })
      const kept = typeof value === 'object' ? undefined : value
      isEmpty &&= kept === undefined
      values.push(kept)
    }
    if (!isEmpty) return { at, isDoubled, values, odd }
    const [first] = odd
    return {
      problem: first === undefined ? say('record-imports.refused.no-value') : say('record-imports.refused.cell', first),
    }
  }
}

export function seriesOf(cells: readonly string[], seriesColumn: number | null): string {
  return seriesColumn === null ? ONLY_SERIES : (cells[seriesColumn] ?? '').trim()
}

export function timeText(
  cells: readonly string[],
  { column, timeColumn }: Pick<ImportSettings['time'], 'column' | 'timeColumn'>,
): TimeText {
  return { date: cells[column] ?? '', clock: timeColumn === null ? undefined : (cells[timeColumn] ?? '') }
}
