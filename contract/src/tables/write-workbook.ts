import type { Sheet, Table, TableRow } from './table.ts'
import { headingRow, SHEET_END, SHEET_ROWS, sheetRow, sheetStart, workbookFiles } from './xlsx-cells.ts'

export interface Workbook {
  readonly sheets: readonly Sheet[]
  /** What clocks show at a moment, as if they showed UTC. */
  readonly wallOf: (at: number) => number
  /** Rows of a sheet, its heading included. */
  readonly sheetRows?: number | undefined
}

/** A file in the archive that a workbook is. Its text is taken before the next file. */
export interface WorkbookFile {
  readonly path: string
  readonly text: AsyncIterable<string>
}

/**
 * Writes tables as the files of a workbook (ECMA-376) as fast as they are taken; what does not fit onto a sheet continues on the next one.
 * Memory does not depend on its length.
 */
export async function* writeWorkbook({
  sheets,
  wallOf,
  sheetRows = SHEET_ROWS,
}: Workbook): AsyncGenerator<WorkbookFile> {
  const formats = [...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? [])))]
  const names: string[] = []
  for (const { name, columns, blocks } of sheets) {
    const rest = createRows(blocks)
    const about = { columns, formats, wallOf, sheetRows }
    for (let part = 1; part === 1 || !rest.isOver(); part += 1) {
      names.push(sheetName(name, part, names))
      yield { path: `xl/worksheets/sheet${names.length}.xml`, text: sheetOf(rest, about) }
    }
  }
  for (const [path, text] of Object.entries(workbookFiles(names, formats))) yield { path, text: whole(text) }
}

interface AboutSheet extends Pick<Workbook, 'wallOf'> {
  readonly sheetRows: number
  readonly columns: Table['columns']
  readonly formats: readonly string[]
}

async function* sheetOf(rest: Rows, { columns, formats, wallOf, sheetRows }: AboutSheet): AsyncGenerator<string> {
  const writeRow = sheetRow({ columns, formats, wallOf })
  yield sheetStart(columns) + headingRow(columns)
  let number = 1
  while (number < sheetRows) {
    const rows = await rest.take(sheetRows - number)
    if (rows.length === 0) break
    const first = number + 1
    yield rows.map((row, index) => writeRow(row, first + index)).join('')
    number += rows.length
  }
  await rest.look()
  yield SHEET_END
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

/** At most 31 characters, without those that a spreadsheet refuses, and another one than those before. */
function sheetName(name: string, part: number, others: readonly string[]): string {
  const plain =
    name
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '_')
      .slice(0, 24)
      .trim() || '_'
  const numbered = part === 1 ? plain : `${plain} ${part}`
  const isTaken = others.some((other) => other.toLowerCase() === numbered.toLowerCase())
  return isTaken ? sheetName(name, part + 1, others) : numbered
}

type Rows = ReturnType<typeof createRows>

/** Takes rows of blocks a few at a time. */
function createRows(blocks: Table['blocks']) {
  const iterator = blocks[Symbol.asyncIterator]()
  let block: readonly TableRow[] = []
  let ended = false
  const look = async (): Promise<void> => {
    while (block.length === 0 && !ended) {
      const { done, value } = await iterator.next()
      if (done === true) ended = true
      else block = value
    }
  }
  return {
    /** At most so many; none at the end. */
    take: async (most: number): Promise<readonly TableRow[]> => {
      await look()
      const taken = block.slice(0, most)
      block = block.slice(most)
      return taken
    },
    /** Reads on until it is known whether there are more. */
    look,
    isOver: (): boolean => ended && block.length === 0,
  }
}
