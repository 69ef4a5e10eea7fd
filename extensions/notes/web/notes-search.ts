import { ownSearch } from '@fieldwatch/web/platform/address/own-search.ts'
import { parsePickedRange } from '@fieldwatch/web/shared/time-range/picked-range.ts'

/** What the notes of all units are narrowed by, as the address has it. */
export interface NotesSearch {
  text?: string
  /** The dataID of a unit. */
  unit?: string
  /** As `formatPickedRange` writes it. */
  range?: string
}

const LONGEST_TEXT = 100

export const readNotesSearch = ownSearch<NotesSearch>(['text', 'unit', 'range'], ({ text, unit, range }) => ({
  ...wordsOf('text', text),
  ...wordsOf('unit', unit),
  ...(typeof range === 'string' && parsePickedRange(range) !== undefined ? { range } : {}),
}))

/** The router reads what looks like a number as one. */
function wordsOf<Key extends 'text' | 'unit'>(key: Key, value: unknown): { [K in Key]?: string } {
  const words = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST_TEXT) : ''
  return words === '' ? {} : ({ [key]: words } as { [K in Key]?: string })
}
