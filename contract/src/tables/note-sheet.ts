import type { Sheet } from './table.ts'

/** The notes of a range as a table of their own in a file. */

export interface ListedNote {
  readonly startUTC: string
  /** Null: it is about a moment. */
  readonly endUTC: string | null
  /** Null: it is about the unit as a whole. */
  readonly source: string | null
  readonly text: string
  readonly by?: string | null
}

/** The headings of files for programs. */
export const NOTE_HEADINGS = ['startUTC', 'endUTC', 'source', 'text', 'by'] as const

interface NoteSheet {
  readonly name: string
  /** Without their authors where there are no headings for them. */
  readonly headings?: readonly string[]
  readonly blocks: AsyncIterable<readonly ListedNote[]>
}

export function noteSheet({ name, headings = NOTE_HEADINGS, blocks }: NoteSheet): Sheet {
  return {
    name,
    columns: headings.map((heading, place) => ({ heading, hasMoments: place < 2 })),
    blocks: rowsOf(blocks, headings.length),
  }
}

async function* rowsOf(blocks: NoteSheet['blocks'], width: number) {
  for await (const notes of blocks) {
    yield notes.map(({ startUTC, endUTC, source, text, by }) =>
      [new Date(startUTC), endUTC === null ? null : new Date(endUTC), source, text, by].slice(0, width),
    )
  }
}
