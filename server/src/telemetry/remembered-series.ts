import type { Clock } from '#time/clock.ts'
import type { SeriesBody } from './series-body.ts'

/** A series as it is sent. */
export interface SentSeries {
  readonly body: SeriesBody
  /** The validator of the body. */
  readonly entityTag: string
  /** Whether every record is in it. */
  readonly complete: boolean
}

/** What was asked, and the newest arrival when it was. */
export interface SeriesQuestion {
  readonly sourceKey: number
  readonly from: number
  readonly to: number
  readonly width: number
  readonly fields: readonly string[]
  /** Epoch milliseconds. */
  readonly lastReceivedAt: number
}

interface Entry {
  readonly lastReceivedAt: number
  readonly madeAt: number
  readonly answer: Promise<SentSeries>
  bytes: number
}

const MOST_BYTES = 16 * 1024 * 1024
/** Removal by age is not an arrival. */
const KEPT_MS = 60_000

export interface RememberedSeries {
  /** Reads it, unless the same was read before and nothing of the source arrived since. */
  readonly answer: (question: SeriesQuestion, read: () => Promise<SentSeries>) => Promise<SentSeries>
}

/**
 * Answers that are asked for again: by the second person who opens a page, and whenever someone comes back to it. Several who ask for the
 * same at once share one reading.
 */
export function rememberSeries({
  clock,
  mostBytes = MOST_BYTES,
}: {
  clock: Clock
  mostBytes?: number
}): RememberedSeries {
  /** The one that was used last is the last one. */
  const entries = new Map<string, Entry>()
  let bytes = 0
  return {
    answer: (question, read) => {
      const { lastReceivedAt, ...asked } = question
      const id = JSON.stringify(asked)
      const known = entries.get(id)
      if (known !== undefined) {
        forget(id, known)
        if (known.lastReceivedAt === lastReceivedAt && clock() - known.madeAt < KEPT_MS) {
          keep(id, known)
          return known.answer
        }
      }
      const entry: Entry = { lastReceivedAt, madeAt: clock(), answer: read(), bytes: 0 }
      keep(id, entry)
      entry.answer.then(
        ({ body }) => weigh(id, entry, body.heldBytes),
        () => forget(id, entry),
      )
      return entry.answer
    },
  }

  function keep(id: string, entry: Entry): void {
    entries.set(id, entry)
    bytes += entry.bytes
  }

  function forget(id: string, entry: Entry): void {
    if (entries.get(id) !== entry) return
    entries.delete(id)
    bytes -= entry.bytes
  }

  /** The oldest make place. */
  function weigh(id: string, entry: Entry, size: number): void {
    entry.bytes = size
    if (entries.get(id) !== entry) return
    bytes += size
    for (const [oldest, old] of entries) {
      if (bytes <= mostBytes) break
      forget(oldest, old)
    }
  }
}
