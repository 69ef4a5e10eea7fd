import { say } from '@fieldwatch/messages/server-sentences'
import { IMPORT_LINE_MAX, type ImportSettings } from '@fieldwatch/contract/telemetry/record-imports'
import { type CellProblem, splitCells } from './split-cells.ts'
import { type Course, createTimeReader, type TimeReading } from './read-time.ts'
import { readValue } from './read-value.ts'

type Value = number | string | boolean

/** A line as a record, or why it is none; nothing for an empty line. */
export type ReadLine =
  | { readonly at: number; readonly isDoubled: boolean; readonly values: readonly (Value | undefined)[] }
  | { readonly problem: string }
  | undefined

export const LINE_TOO_LONG = { problem: say('answers.import.long', { count: IMPORT_LINE_MAX / 1024 }) } as const

/** Makes what reads lines one after the other; the values are in the order of the columns of the settings. */
export function createLineReader(settings: ImportSettings, now: number): (line: string, course: Course) => ReadLine {
  const { delimiter, decimals, time, columns } = settings
  const readTime = createTimeReader(time, now)
  return (line, course) => {
    if (line.length > IMPORT_LINE_MAX) return LINE_TOO_LONG
    if (line.trim() === '') return undefined
    const cells = splitCells(line, delimiter)
    if ('problem' in cells) return cells
    // Most spreadsheets end a table with lines of nothing but delimiters.
    if (cells.every((cell) => cell === '')) return undefined
    const reading = readTime(timeText(cells, time), course)
    if ('problem' in reading) return reading
    return valuesOf(cells, reading)
  }

  function valuesOf(cells: readonly string[], { at, isDoubled }: Exclude<TimeReading, CellProblem>): ReadLine {
    const values: (Value | undefined)[] = []
    let isEmpty = true
    for (const { column, field, type } of columns) {
      const value = readValue(cells[column] ?? '', type, decimals)
      if (typeof value === 'object') return { problem: say('answers.import.cell', { field, problem: value.problem }) }
      isEmpty &&= value === undefined
      values.push(value)
    }
    return isEmpty ? { problem: say('answers.import.no-value') } : { at, isDoubled, values }
  }
}

export function timeText(
  cells: readonly string[],
  { column, timeColumn }: Pick<ImportSettings['time'], 'column' | 'timeColumn'>,
): string {
  const date = cells[column] ?? ''
  return timeColumn === null ? date : `${date.trim()} ${(cells[timeColumn] ?? '').trim()}`
}
