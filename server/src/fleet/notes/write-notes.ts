import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { noteLine, notesHead } from '@fieldwatch/contract/notes/notes-csv'
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

/** The notes of a range as the second part of a CSV file, oldest first, page by page. */
export async function* writeNotes(
  notes: NoteStore,
  { dataId, reach, range, sources }: Asked,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield notesHead()
  const filter = { dataId, ...finiteRange(range), sources, isOldestFirst: true, limit: PAGE }
  let page: StoredNote[] = []
  do {
    signal.throwIfAborted()
    const last = page.at(-1)
    page = await notes.list(reach, { ...filter, after: last && { at: last.startAt, id: last.id } })
    yield page.map((note) => noteLine({ ...note, ...timesOf(note) })).join('')
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
