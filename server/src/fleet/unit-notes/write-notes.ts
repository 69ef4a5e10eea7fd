import { NOTE_HEADINGS, noteSheet } from '@fieldwatch/contract/tables/note-sheet'
import type { FileFormat, Sheet } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { textsIn } from '@fieldwatch/messages/server-texts'
import type { AskedNotes, ReadUnitNotes, UnitNote, UnitNotes } from './unit-notes.ts'

const PAGE = 500

interface Look {
  readonly format: FileFormat
  readonly language: Language
  /** Whose clocks the times of a workbook show. */
  readonly timeZone: string
}

/** The notes of a range as a table of their own in a file, oldest first, page by page; none where no one keeps notes. */
export function notesTable(
  { current: read }: UnitNotes,
  asked: AskedNotes,
  { signal, format, language, timeZone }: Look & { readonly signal: AbortSignal },
): Sheet[] {
  if (read === undefined) return []
  const headings = format === 'csv' ? NOTE_HEADINGS : noteHeadings(language, timeZone)
  const name = textsIn(language)('report-files.sheet.notes')
  return [noteSheet({ name, headings, blocks: readPages(read, asked, signal) })]
}

/** In a workbook. */
export function noteHeadings(language: Language, zone: string): string[] {
  const t = textsIn(language)
  return [
    t('report-files.sheet.start', { zone }),
    t('report-files.sheet.end', { zone }),
    t('report-files.column.source'),
    t('report-files.column.note'),
    t('report-files.sheet.by'),
  ]
}

async function* readPages(read: ReadUnitNotes, asked: AskedNotes, signal: AbortSignal) {
  let page: readonly UnitNote[] = []
  do {
    signal.throwIfAborted()
    page = await read(asked, { isOldestFirst: true, after: page.at(-1), limit: PAGE })
    yield page.map((note) => ({ ...note, ...timesOf(note) }))
  } while (page.length === PAGE)
}

export function timesOf({ startAt, endAt }: Pick<UnitNote, 'startAt' | 'endAt'>) {
  return {
    startUTC: new Date(startAt).toISOString(),
    endUTC: endAt === null ? null : new Date(endAt).toISOString(),
  }
}
