import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { type ImportPreview, type ImportSettings, type PreviewLine } from '@fieldwatch/contract/record-imports'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { cellsOf, firstLines, guessEncoding, guessSettings, headingsOf, sourceNameOf } from './guess-settings.ts'
import { createImportStore, type StoredImport } from './import-store.ts'
import { createLineReader, type ReadLine } from './read-lines.ts'
import { FILE_BEGINNING } from './read-part.ts'

interface Asked {
  /** Undefined: as the file looks. */
  readonly settings: ImportSettings | undefined
  /** Of whoever asks. */
  readonly zone: string
  /** Undefined: as the file looks. */
  readonly delimiter?: ImportSettings['delimiter'] | undefined
  readonly now: number
}

/** What is looked at of a file. */
const LOOKED_AT_BYTES = 256 * 1024
const LINES = 20
const SAMPLES = 3
const SAMPLE_CHARACTERS = 60

const decompress = promisify(zstdDecompress)

/**
 * Tells how the first lines of a file would be stored.
 * @throws DomainError import/not-text, request/invalid for an unknown time zone
 */
export async function previewImport(
  db: Db,
  of: StoredImport,
  { settings: given, zone, now, delimiter }: Asked,
): Promise<ImportPreview> {
  const bytes = await readBeginning(db, of.id)
  const encoding = given?.encoding ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const settings = given ?? guessSettings(text, { encoding, source: sourceNameOf(of.fileName), zone, delimiter })
  requireZone(settings.time.zone)
  const rows = firstLines(text)
    .slice(0, LINES)
    .map((line) => cellsOf(line, settings.delimiter))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const titles = headingsOf(rows[0] ?? [], width, settings.headings)
  const table = settings.headings ? rows.slice(1) : rows
  return {
    settings,
    columns: titles.map((heading, place) => ({
      heading: cut(heading),
      samples: table.slice(0, SAMPLES).map((row) => cut(row[place] ?? '')),
    })),
    lines: readLines(text, settings, now),
  }
}

/** @throws DomainError request/invalid for one that is not known */
export function requireZone(timeZone: string): void {
  try {
    Intl.DateTimeFormat('en-US', { timeZone })
  } catch {
    const message = 'There is no such time zone.'
    throw new DomainError('request/invalid', { message, details: { fields: { 'settings.time.zone': message } } })
  }
}

/** Whole lines from the beginning of a file. */
async function readBeginning(db: Db, id: number): Promise<Buffer> {
  const data = await createImportStore(db).readPart(id, 0)
  if (data === undefined) throw new DomainError('import/busy')
  const part = await decompress(data)
  const looked = part.subarray(0, LOOKED_AT_BYTES)
  // UTF-16, workbooks and archives have zeros in them.
  if (looked.includes(0) || isGzip(looked)) throw new DomainError('import/not-text')
  const end = looked.lastIndexOf(10)
  return part.length <= LOOKED_AT_BYTES || end === -1 ? looked : looked.subarray(0, end + 1)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

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
