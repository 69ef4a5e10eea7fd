import { type CsvColumn, joinExports } from '@fieldwatch/contract/templates/chart-csv'

/** A part of an export, and how much later its rows are written. */
export interface MovedFile {
  readonly file: Blob
  readonly byMs: number
}

/** The input of a CSV file. */
export interface CsvWork {
  /** The heading of the times. */
  readonly timeHeading: string
  readonly columns: readonly CsvColumn[]
  /** The export of each source that has one, in parts that are moved in time. */
  readonly exports: readonly (readonly [source: string, parts: readonly MovedFile[]])[]
  /** What follows the rows. */
  readonly end?: string
}

/** Makes the file of some series from the exports of their sources, however long they are. */
export function makeChartCsv({ timeHeading, columns, exports, end = '' }: CsvWork): Promise<Blob> {
  const texts = joinExports(
    columns,
    exports.map(([source, parts]) => [source, parts.map(({ file, byMs }) => ({ pieces: piecesOf(file), byMs }))]),
    timeHeading,
  )
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await texts.next()
      if (done === true) {
        controller.enqueue(encoder.encode(end))
        controller.close()
      } else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/csv;charset=utf-8' } }).blob()
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

/** A name that every file system takes: `unit-1_Water-level_2026-06-01T12-00-00Z.csv`. */
export function csvFileName(dataId: string, title: string, at: number): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${dataId}_${plain === '' ? 'chart' : plain}_${time}Z.csv`
}
