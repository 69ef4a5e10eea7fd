import { type FileFormat, type Sheet, writeCsv } from '@fieldwatch/contract/tables/table'
import { writeWorkbook } from '@fieldwatch/contract/tables/write-workbook'
import { createWalls } from '@fieldwatch/contract/tables/zone-walls'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import { zip } from './zip.ts'

interface Look {
  readonly format: FileFormat
  /** Whose clocks the times of a workbook show. */
  readonly timeZone: string
}

/** Makes a file of tables, however long they are. */
export function makeFile(sheets: readonly Sheet[], { format, timeZone }: Look): Promise<Blob> {
  return format === 'csv'
    ? toBlob(encoded(writeCsv(sheets)), 'text/csv;charset=utf-8')
    : toBlob(zip(writeWorkbook({ sheets, wallOf: createWalls(timeZone) })), XLSX_TYPE)
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Browsers keep a long one on disk. */
function toBlob(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(stream, { headers: { 'content-type': type } }).blob()
}
