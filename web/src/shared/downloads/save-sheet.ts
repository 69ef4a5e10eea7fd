import type { FileFormat, TableRow } from '@fieldwatch/contract/tables/table'
import { saveCsv } from './save-csv.ts'
import { saveFile } from './save-file.ts'

/** A short table that a screen has in memory. */
export interface ShortSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: readonly TableRow[]
}

/** Saves a file in a format; the name gets its extension. */
export function saveAs(file: Blob, name: string, format: FileFormat): void {
  if (format === 'csv') saveCsv(file, `${name}.csv`)
  else saveFile(file, `${name}.xlsx`)
}

/** Makes and saves the file of a short table. What makes it is loaded then. */
export async function saveSheet(sheet: ShortSheet, name: string, format: FileFormat): Promise<void> {
  saveAs(await fileOfSheet(sheet, format), name, format)
}

export async function fileOfSheet({ name, headings, rows }: ShortSheet, format: FileFormat): Promise<Blob> {
  const { makeFile } = await import('./make-file.ts')
  const columns = headings.map((heading) => ({ heading }))
  return makeFile([{ name, columns, blocks: inOneBlock(rows) }], { format, timeZone: 'UTC' })
}

async function* inOneBlock(rows: readonly TableRow[]) {
  yield rows
}
