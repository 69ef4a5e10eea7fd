import { csvLine } from '../text/csv.ts'
import type { Note } from './notes.ts'

/** The second part of a CSV file: the notes of its range, after an empty line and their own headings. */

type ListedNote = Pick<Note, 'startUTC' | 'endUTC' | 'source' | 'text'> & Partial<Pick<Note, 'by'>>

/** The headings of files for programs. */
export const NOTE_HEADINGS = ['startUTC', 'endUTC', 'source', 'text', 'by'] as const

export function notesHead(headings: readonly string[] = NOTE_HEADINGS): string {
  return `\r\n${csvLine(headings)}`
}

/** Without its author where there are no headings for one. */
export function noteLine({ startUTC, endUTC, source, text, by }: ListedNote): string {
  return csvLine([startUTC, endUTC, source, text, ...(by === undefined ? [] : [by])])
}
