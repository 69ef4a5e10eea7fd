import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Commas, quotes, UTF-8, from the first line on, columns as they are, American English: what the dialog of an import offers. */
const CSV = 'Text - txt - csv (StarCalc):44,34,76,1,,1033'

/** A cell of an OpenDocument spreadsheet. */
export interface Cell {
  readonly type: string
  /** What is computed of it; undefined where nothing is. */
  readonly formula: string | undefined
  /** Only for a number, a date or a time, as it is stored. */
  readonly value: string | undefined
  /** As it is shown. */
  readonly text: string
}

export interface LibreOffice {
  readonly version: string
  readonly folder: string
  /** Opens a file, writes it as another kind beside it, and returns its path. */
  convert: (path: string, kind: 'xlsx' | 'ods' | 'csv') => Promise<string>
  /** The cells of a file, row by row, without rows that are empty and without empty cells at the end. */
  read: (path: string) => Promise<Cell[][]>
  close: () => Promise<void>
}

/** LibreOffice without a window, with settings of its own. Throws when it is not installed. */
export async function openLibreOffice(): Promise<LibreOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-spreadsheet-'))
  const soffice = async (...parameters: string[]): Promise<string> => {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    return (await run('soffice', [profile, '--headless', ...parameters])).stdout
  }
  const convert = async (path: string, kind: string): Promise<string> => {
    const from = path.endsWith('.csv') ? [`--infilter=${CSV}`] : []
    const to = kind === 'csv' ? `csv:${CSV}` : kind
    const outside = join(folder, `${parse(path).ext.slice(1)}-to-${kind}`)
    await soffice(...from, '--convert-to', to, '--outdir', outside, path)
    return join(outside, `${parse(path).name}.${kind}`)
  }
  return {
    version: (await soffice('--version')).trim(),
    folder,
    convert,
    read: async (path) => cellsOf(await readFile(await convert(path, 'fods'), 'utf8')),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const ROW = /<table:table-row\b.*?<\/table:table-row>/gs
const CELL = /<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs
const TAG = /<[^>]+>/g

function cellsOf(flat: string): Cell[][] {
  const rows = [...flat.matchAll(ROW)].map(([row]) => {
    const cells = [...row.matchAll(CELL)].map(([, attributes = '', content = '']): Cell => ({
      type: attribute(attributes, 'office:value-type') ?? 'empty',
      formula: attribute(attributes, 'table:formula'),
      value: ['value', 'date-value', 'time-value'].map((name) => attribute(attributes, `office:${name}`)).find(Boolean),
      text: unescaped(content.replaceAll('<text:s/>', ' ').replaceAll(TAG, '').trim()),
    }))
    const last = cells.findLastIndex(({ type }) => type !== 'empty')
    return cells.slice(0, last + 1)
  })
  return rows.filter((cells) => cells.length > 0)
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
