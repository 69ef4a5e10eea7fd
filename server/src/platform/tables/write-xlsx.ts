import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { columnNames, headingRow, SHEET_END, SHEET_ROWS, sheetRow, sheetStart, workbookFiles } from './xlsx-cells.ts'
import type { Table, TableCell } from './table.ts'

interface Workbook extends Table {
  /** Of its sheets. */
  readonly name: string
  /** How many columns at the beginning are moments. */
  readonly momentColumns: number
  /** What clocks show at a moment, as if they showed UTC. */
  readonly wallOf: (at: number) => number
  /** Rows of a sheet, its heading included. */
  readonly sheetRows?: number
}

/** Level 1 takes a third of the time of 6 for a file that is a quarter larger. */
const COMPRESSION = 1

/**
 * Writes a table as a workbook (ECMA-376) as fast as it is taken; what does not fit onto a sheet continues on the next one. Memory does not
 * depend on its length. Failures of the rows end the stream with them.
 */
export function writeXlsx({
  headings,
  blocks,
  name,
  momentColumns,
  wallOf,
  sheetRows = SHEET_ROWS,
}: Workbook): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const rest = createRows(blocks)
  const columns = columnNames(headings.length)
  addSheet(1)
  return output

  function addSheet(number: number): void {
    const sheet = Readable.from(sheetOf(), { objectMode: false, highWaterMark: 64 * 1024 })
    sheet.once('error', (error) => output.destroy(error))
    sheet.once('end', () => {
      if (!rest.isOver()) return addSheet(number + 1)
      for (const [path, text] of Object.entries(workbookFiles(name, number))) zip.addBuffer(Buffer.from(text), path)
      zip.end()
    })
    output.once('close', () => sheet.destroy())
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`, { compressionLevel: COMPRESSION })
  }

  async function* sheetOf(): AsyncGenerator<string> {
    yield sheetStart(momentColumns) + headingRow(headings, columns)
    let number = 1
    while (number < sheetRows) {
      const rows = await rest.take(sheetRows - number)
      if (rows.length === 0) break
      const first = number + 1
      yield rows.map((row, index) => sheetRow(row, { number: first + index, columns, wallOf })).join('')
      number += rows.length
    }
    await rest.look()
    yield SHEET_END
  }
}

type Rows = readonly (readonly TableCell[])[]

/** Takes rows of blocks a few at a time. */
function createRows(blocks: Table['blocks']) {
  const iterator = blocks[Symbol.asyncIterator]()
  let block: Rows = []
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
    take: async (most: number): Promise<Rows> => {
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
