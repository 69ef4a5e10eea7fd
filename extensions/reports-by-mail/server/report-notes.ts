import { type ListedNote, noteSheet } from '@fieldwatch/contract/tables/note-sheet'
import type { FileFormat, Sheet } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { isEnglish } from '@fieldwatch/contract/text/text-locale'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { escapeHtml } from '@fieldwatch/server/delivery/mail/escape-html'
import type { AskedNotes, UnitNote, UnitNotes } from '@fieldwatch/server/fleet/unit-notes/unit-notes'
import { noteHeadings, timesOf } from '@fieldwatch/server/fleet/unit-notes/write-notes'
import { sayIn } from './say.ts'

/** The notes of the period of a report. */
export interface ReportNotes {
  /** The newest notes, the oldest of them first. */
  readonly listed: readonly Pick<UnitNote, 'startAt' | 'endAt' | 'source' | 'text'>[]
  /** There are older ones. */
  readonly isCut: boolean
}

/** The most notes of a file, and of the mail with it. */
const MOST_IN_FILE = 1_000
const MOST_IN_MAIL = 20
/** Longer texts are cut in a mail, where the file has all of them. */
const LONGEST_IN_MAIL = 300

/** Reads the notes on the unit, and on the sources of the report. */
export async function readReportNotes({ current: read }: UnitNotes, asked: AskedNotes): Promise<ReportNotes> {
  const found = (await read?.(asked, { limit: MOST_IN_FILE + 1 })) ?? []
  return { listed: found.slice(0, MOST_IN_FILE).toReversed(), isCut: found.length > MOST_IN_FILE }
}

/** As a table of their own in the file; none without notes. Recipients may not see their authors, so these are left out. */
export function notesInFile(
  { listed }: ReportNotes,
  { language, format, timeZone: zone }: { language: Language; format: FileFormat; timeZone: string },
): Sheet[] {
  if (listed.length === 0) return []
  const t = textsIn(language)
  const headings =
    format === 'xlsx'
      ? noteHeadings(language, zone).slice(0, -1)
      : [
          t('report-files.column.startUTC'),
          t('report-files.column.endUTC'),
          t('report-files.column.source'),
          t('report-files.column.note'),
        ]
  const notes = listed.map(({ source, text, ...note }) => ({ ...timesOf(note), source, text }))
  return [noteSheet({ name: t('report-files.sheet.notes'), headings, blocks: inOneBlock(notes) })]
}

async function* inOneBlock(notes: readonly ListedNote[]) {
  yield notes
}

interface WrittenNotes {
  /** Paragraphs. */
  readonly text: readonly string[]
  readonly html: string
}

/** As the mail has them: the newest ones, the oldest of these first. */
export function notesInMail(
  { listed, isCut }: ReportNotes,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): WrittenNotes {
  const t = sayIn(language)
  if (listed.length === 0) return { text: [], html: '' }
  const shown = listed.slice(-MOST_IN_MAIL)
  const locale = isEnglish(language) ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const lines = shown.map(({ startAt, endAt, source, text }) => {
    const when = endAt === null ? format.format(startAt) : format.formatRange(startAt, endAt)
    return { when: source === null ? when : `${when} · ${source}`, text: shortened(text) }
  })
  const title = t('reports-by-mail.mail.notes', { timeZone })
  const more =
    isCut || shown.length < listed.length ? [t('reports-by-mail.mail.notes.more', { count: shown.length })] : []
  const items = lines.map(({ when, text }) => `<li><b>${escapeHtml(when)}</b><br>${escapeHtml(text)}</li>`)
  return {
    text: [[title, ...lines.map(({ when, text }) => `- ${when}: ${text}`)].join('\n'), ...more],
    html: `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>${more.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}`,
  }
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_IN_MAIL) return line
  // Half of a character is none.
  return `${line.slice(0, LONGEST_IN_MAIL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
