import { type ListedNote, noteSheet } from '@fieldwatch/contract/tables/note-sheet'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { type CsvColumn, joinExports } from '@fieldwatch/contract/templates/chart-table'
import { makeFile } from '#shared/downloads/make-file.ts'

/** A part of an export, and how much later its rows are written. */
export interface MovedFile {
  readonly file: Blob
  readonly byMs: number
}

/** The input of the file of a chart. */
export interface ChartFileWork {
  readonly format: FileFormat
  /** Whose clocks the times of a workbook show. */
  readonly timeZone: string
  /** The name of the sheet in a workbook. */
  readonly name: string
  /** The heading of the times. */
  readonly timeHeading: string
  readonly columns: readonly CsvColumn[]
  /** The export of each source that has one, in parts that are moved in time. */
  readonly exports: readonly (readonly [source: string, parts: readonly MovedFile[]])[]
  /** They follow the rows, or are on a sheet of their own. */
  readonly notes?: {
    readonly name: string
    /** Only for a workbook. */
    readonly headings: readonly string[]
    readonly listed: readonly ListedNote[]
  }
}

/** Makes the file of some series from the exports of their sources, however long they are. */
export function makeChartFile(work: ChartFileWork): Promise<Blob> {
  const { format, timeZone, name, timeHeading, columns, exports, notes } = work
  const rows = joinExports(
    columns,
    exports.map(([source, parts]) => [source, parts.map(({ file, byMs }) => ({ pieces: piecesOf(file), byMs }))]),
  )
  const chart = { name, columns: [{ heading: timeHeading, hasMoments: true }, ...columns], blocks: rows }
  if (notes === undefined) return makeFile([chart], { format, timeZone })
  const blocks = inOneBlock(notes.listed)
  const sheet = noteSheet({ name: notes.name, blocks, ...(format === 'xlsx' ? { headings: notes.headings } : {}) })
  return makeFile([chart, sheet], { format, timeZone })
}

async function* inOneBlock(notes: readonly ListedNote[]) {
  yield notes
}

/** Not every browser iterates over a stream itself. */
async function* piecesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** A name that every file system takes, without an extension: `unit-1_Water-level_2026-06-01T12-00-00Z`. */
export function chartFileName(dataId: string, title: string, at: number): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${dataId}_${plain === '' ? 'chart' : plain}_${time}Z`
}
