import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { FindingStore } from './finding-store.ts'
import type { Occurrence } from './occurrence.ts'
import { createOccurrenceRows, type OccurrenceRows } from './occurrence-rows.ts'

export type WriterStore = Pick<FindingStore, 'hasFrom' | 'clear' | 'insert' | 'tag' | 'sumUp'>

/** Occurrences that are stored together. */
const PIECE = 2_000

/**
 * Puts occurrences in the place of those that began from a moment on, while the next ones are looked for. `held` are found already and
 * not stored: then nothing is before all is found, and what is added is held too.
 */
export function createOccurrenceWriter(store: WriterStore, id: number, from: number, held?: Occurrence[]) {
  let piece = createOccurrenceRows(id)
  let stored = createOccurrenceRows(id)
  let begun = from
  let writing: Promise<void> = Promise.resolve()
  let isNew: boolean | undefined

  const replace = async (range: TimeRange, rows: OccurrenceRows): Promise<void> => {
    isNew ??= !(await store.hasFrom(id, from))
    if (!isNew) await store.clear(id, range)
    await store.insert(rows)
  }

  const write = async (to: number): Promise<void> => {
    await writing
    writing = replace({ from: begun, to }, piece)
    // The next `write` or `finish` throws the failure.
    writing.catch(() => undefined)
    ;[piece, stored] = [stored, piece]
    piece.clear()
    begun = to
  }

  return {
    add: (occurrence: Occurrence): void => {
      if (held === undefined) piece.add(occurrence)
      else held.push(occurrence)
    },

    /** Everything is there that begins before a moment. */
    passed: async (moment: number): Promise<void> => {
      if (piece.count() >= PIECE) await write(moment)
    },

    /** Nothing else begins before a moment. Returns when all is stored. */
    finish: async (to: number): Promise<void> => {
      for (const occurrence of held ?? []) piece.add(occurrence)
      await write(to)
      await writing
      await store.tag(id, { from, to })
      await store.sumUp(id, { from, to })
    },

    /** Waits for what is being stored, whatever becomes of it. */
    close: async (): Promise<void> => {
      // The failure that led here, or one of what is rolled back with it.
      await writing.catch(() => undefined)
    },
  }
}
