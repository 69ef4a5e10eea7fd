import type { ImportLayout, ImportSettings } from '../contract/record-imports.ts'
import { type Done, threadTask } from '@fieldwatch/server/records/threads/thread-task'
import { cellsOf, type FileLayout, guessLayout, unitsBelow, withoutComment } from './guess-layout.ts'
import { guessEncoding, guessLineBreak, possibleFormats, zoneInHeading } from './guess-settings.ts'
import type { LookedAt } from './look-at-part.ts'

/** The beginning of a file, and what is known of it. */
export interface FileHead {
  /** Whole lines. */
  readonly bytes: Uint8Array
  readonly settings: ImportSettings | undefined
  readonly layout: ImportLayout
  /** The time zone of the caller. */
  readonly zone: string
}

/** What the beginning of a file shows. */
export interface HeadRead {
  readonly of: LookedAt
  /** By column; those without a heading have a number. */
  readonly headings: readonly string[]
  readonly unitsBelow: readonly string[]
  /** The first cells of each column. */
  readonly samples: readonly (readonly string[])[]
}

/** Times from which the possible formats are found. */
const TIMES_LOOKED_AT = 200
const SAMPLES = 3
const SAMPLE_CHARACTERS = 60

export function linesOf(
  bytes: Uint8Array,
  { encoding, lineBreak }: Pick<FileLayout, 'encoding' | 'lineBreak'>,
): string[] {
  return new TextDecoder(encoding).decode(bytes).split(lineBreak === 'cr' ? '\r' : /\r?\n/)
}

/** Finds out what is looked at in the whole file. */
export function readHead({ bytes, settings, layout: given, zone }: FileHead): Done<HeadRead> {
  const writing = {
    encoding: settings?.encoding ?? given.encoding ?? guessEncoding(bytes),
    lineBreak: settings?.lineBreak ?? given.lineBreak ?? guessLineBreak(bytes),
  }
  const lines = linesOf(bytes, writing)
  const layout = settings === undefined ? guessLayout(lines, { ...given, ...writing }) : layoutOf(settings)
  const { delimiter, comment, headingLine, firstLine, timeColumn } = layout
  const table = lines
    .slice(firstLine - 1)
    .filter((line) => line.trim() !== '' && (comment === null || !line.trimStart().startsWith(comment)))
    .slice(0, TIMES_LOOKED_AT)
    .map((line) => cellsOf(line, delimiter))
  const first = headingLine === null ? [] : cellsOf(withoutComment(lines[headingLine - 1] ?? '', comment), delimiter)
  const width = table.reduce((most, cells) => Math.max(most, cells.length), first.length)
  const headings = Array.from({ length: width }, (_, column) => {
    const heading = (first[column] ?? '').trim()
    return heading === '' ? `Column ${column + 1}` : heading
  })
  const possible = possibleFormats(table.map((cells) => cells[timeColumn] ?? ''))
  const chosen = settings?.time.format ?? null
  const result = {
    of: {
      ...layout,
      zone: settings?.time.zone ?? zoneInHeading(headings[timeColumn] ?? '') ?? zone,
      doubled: settings?.time.doubled ?? 'in-order',
      formats: chosen === null || possible.includes(chosen) ? possible : [...possible, chosen],
    },
    headings,
    unitsBelow: unitsBelow(lines, layout),
    samples: headings.map((_, column) => table.slice(0, SAMPLES).map((cells) => cut(cells[column] ?? ''))),
  }
  return { result, memory: [], spent: [] }
}

export const READ_HEAD = threadTask(import.meta.url, readHead)

function layoutOf({ time: { column, timeColumn }, ...settings }: ImportSettings): FileLayout {
  const { encoding, lineBreak, delimiter, comment, headingLine, firstLine, seriesColumn } = settings
  const places = { timeColumn: column, clockColumn: timeColumn }
  return { encoding, lineBreak, delimiter, comment, headingLine, firstLine, seriesColumn, ...places, dateOrder: null }
}

export function cut(text: string): string {
  return text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text
}
