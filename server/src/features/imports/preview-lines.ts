import {
  type ImportPreview,
  type ImportSettings,
  type PreviewLine,
} from '@fieldwatch/contract/telemetry/record-imports'
import { formatTime } from '#platform/time/format-time.ts'
import { type Done, threadTask } from '#records/threads/thread-task.ts'
import { cellsOf, firstLines, guessEncoding, guessSettings, headingsOf, sourceNameOf } from './guess-settings.ts'
import { createLineReader, type ReadLine } from './read-lines.ts'
import { FILE_BEGINNING } from './read-part.ts'

export interface FileBeginning {
  readonly fileName: string
  /** Whole lines. */
  readonly bytes: Uint8Array
  /** Undefined: as the file looks. */
  readonly settings: ImportSettings | undefined
  /** Of anyone who asks. */
  readonly zone: string
  /** Undefined: as the file looks. */
  readonly delimiter?: ImportSettings['delimiter'] | undefined
  readonly now: number
}

const LINES = 20
const SAMPLES = 3
const SAMPLE_CHARACTERS = 60

/** Reads the first lines of a file as they would be stored. */
export function preview(file: FileBeginning): Done<ImportPreview> {
  const { bytes, fileName, now } = file
  const encoding = file.settings?.encoding ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const settings = file.settings ?? guessSettings(text, { ...file, encoding, source: sourceNameOf(fileName) })
  const rows = firstLines(text)
    .slice(0, LINES)
    .map((line) => cellsOf(line, settings.delimiter))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const titles = headingsOf(rows[0] ?? [], width, settings.headings)
  const table = settings.headings ? rows.slice(1) : rows
  const columns = titles.map((heading, place) => ({
    heading: cut(heading),
    samples: table.slice(0, SAMPLES).map((row) => cut(row[place] ?? '')),
  }))
  return { result: { settings, columns, lines: readLines(text, settings, now) }, memory: [], spent: [] }
}

export const PREVIEW = threadTask(import.meta.url, preview)

function readLines(text: string, settings: ImportSettings, now: number): PreviewLine[] {
  const read = createLineReader(settings, now)
  const course = { ...FILE_BEGINNING.course }
  const lines: PreviewLine[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (index === 0 && settings.headings) continue
    const found = read(line.endsWith('\r') ? line.slice(0, -1) : line, course)
    if (found !== undefined) lines.push(describeLine(index + 1, found, settings))
    if (lines.length === LINES) break
  }
  return lines
}

function describeLine(line: number, found: NonNullable<ReadLine>, { columns }: ImportSettings): PreviewLine {
  if ('problem' in found) return { line, messageUTC: null, fields: {}, refusal: found.problem }
  const pairs = columns.flatMap(({ field }, place) => {
    const value = found.values[place]
    return value === undefined ? [] : [[field, value] as const]
  })
  return { line, messageUTC: formatTime(found.at), fields: Object.fromEntries(pairs), refusal: null }
}

function cut(text: string): string {
  return text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text
}
