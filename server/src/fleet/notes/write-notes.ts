import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { NOTE_HEADINGS, noteSheet } from '@fieldwatch/contract/notes/note-sheet'
import type { FileFormat, Sheet } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { textsIn } from '@fieldwatch/messages/server-texts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NoteStore, StoredNote } from './note-store.ts'

const PAGE = 500

interface Asked {
  readonly dataId: DataId
  /** The entities that the reader has in reach. */
  readonly reach: readonly EntityId[]
  readonly range: TimeRange
  /** Notes on other sources are left out, those on the unit as a whole are not. */
  readonly sources: readonly string[]
}

interface Look {
  readonly format: FileFormat
  readonly language: Language
  /** Whose clocks the times of a workbook show. */
  readonly timeZone: string
}

/** The notes of a range as a table of their own in a file, oldest first, page by page. */
export function notesTable(
  notes: NoteStore,
  asked: Asked,
  { signal, format, language, timeZone }: Look & { readonly signal: AbortSignal },
): Sheet {
  return noteSheet({
    name: textsIn(language)('report-mails.sheet.notes'),
    headings: format === 'csv' ? NOTE_HEADINGS : noteHeadings(language, timeZone),
    blocks: readPages(notes, asked, signal),
  })
}

/** In a workbook. */
export function noteHeadings(language: Language, zone: string): string[] {
  const t = textsIn(language)
  return [
    t('report-mails.sheet.start', { zone }),
    t('report-mails.sheet.end', { zone }),
    t('report-mails.column.source'),
    t('report-mails.column.note'),
    t('report-mails.sheet.by'),
  ]
}

async function* readPages(notes: NoteStore, { dataId, reach, range, sources }: Asked, signal: AbortSignal) {
  const filter = { dataId, ...finiteRange(range), sources, isOldestFirst: true, limit: PAGE }
  let page: StoredNote[] = []
  do {
    signal.throwIfAborted()
    const last = page.at(-1)
    page = await notes.list(reach, { ...filter, after: last && { at: last.startAt, id: last.id } })
    yield page.map((note) => ({ ...note, ...timesOf(note) }))
  } while (page.length === PAGE)
}

export function timesOf({ startAt, endAt }: Pick<StoredNote, 'startAt' | 'endAt'>) {
  return {
    startUTC: new Date(startAt).toISOString(),
    endUTC: endAt === null ? null : new Date(endAt).toISOString(),
  }
}

function finiteRange({ from, to }: TimeRange): { from?: number; to?: number } {
  return { ...(Number.isFinite(from) ? { from } : {}), ...(Number.isFinite(to) ? { to } : {}) }
}
