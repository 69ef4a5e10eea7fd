import { say } from './say.ts'
import { IMPORT_COLUMNS_MAX } from '../contract/record-imports.ts'

/** Why a line has no cells, as a sentence. */
export type CellProblem = { readonly problem: string }

const TOO_MANY: CellProblem = { problem: say('record-imports.refused.columns', { count: IMPORT_COLUMNS_MAX }) }
const OPEN_QUOTE: CellProblem = { problem: say('record-imports.refused.open-quote') }

/** The cells of one line (RFC 4180, except that a line break ends the line within quotation marks too). */
export function splitCells(line: string, delimiter: string): readonly string[] | CellProblem {
  if (!line.includes('"')) {
    const cells = line.split(delimiter, IMPORT_COLUMNS_MAX + 1)
    return cells.length > IMPORT_COLUMNS_MAX ? TOO_MANY : cells
  }
  const cells: string[] = []
  let start = 0
  while (start <= line.length) {
    if (cells.length === IMPORT_COLUMNS_MAX) return TOO_MANY
    if (line[start] === '"') {
      const end = endOfQuoted(line, start)
      if (end === -1) return OPEN_QUOTE
      const next = line.indexOf(delimiter, end + 1)
      const behind = line.slice(end + 1, next === -1 ? line.length : next)
      cells.push(line.slice(start + 1, end).replaceAll('""', '"') + behind.trimEnd())
      start = next === -1 ? line.length + 1 : next + 1
    } else {
      const next = line.indexOf(delimiter, start)
      cells.push(line.slice(start, next === -1 ? line.length : next))
      start = next === -1 ? line.length + 1 : next + 1
    }
  }
  return cells
}

/** The place of the quotation mark that ends a cell; -1 when there is none. */
function endOfQuoted(line: string, start: number): number {
  let place = line.indexOf('"', start + 1)
  while (place !== -1 && line[place + 1] === '"') place = line.indexOf('"', place + 2)
  return place
}
