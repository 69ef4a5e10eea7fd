import { LRUCache } from 'lru-cache'
import type { DrawnRange } from '#records/chunks/pixel-columns.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { SeriesBody } from './series-body.ts'

/** A series as it is sent. */
interface SentSeries {
  readonly body: SeriesBody
  /** The validator of the body. */
  readonly entityTag: string
  /** Whether every record is in it. */
  readonly complete: boolean
}

/** What was asked, and the newest arrival when it was. */
export interface SeriesQuestion extends DrawnRange {
  readonly sourceKey: number
  readonly fields: readonly string[]
  readonly mostRaw: number | undefined
  readonly arrivedBy?: number | undefined
  readonly withArrivals?: boolean
  /** Whether fields are left out that are only text; not when left out. */
  readonly dropsText?: boolean
  /** Epoch milliseconds. */
  readonly lastReceivedAt: number
}

interface Entry {
  readonly lastReceivedAt: number
  readonly madeAt: number
  readonly answer: Promise<SentSeries>
  /** How many callers wait for it. */
  waiting: number
  readonly reading: AbortController
}

const MOST_BYTES = 16 * 1024 * 1024
/** Entries expire, as retention removes records without an arrival. */
const KEPT_MS = 60_000

/**
 * Caches series that are asked for again, by other users of a page or on coming back to it. Concurrent requests for the same
 * series share one read.
 */
export function rememberSeries({ clock, mostBytes = MOST_BYTES }: { clock: Clock; mostBytes?: number }) {
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes })
  return {
    /**
     * Answers from the cache when the same was read before and nothing of the source arrived since. The read is aborted when all
     * callers have left.
     */
    answer: (
      question: SeriesQuestion,
      read: (signal: AbortSignal) => Promise<SentSeries>,
      gone: AbortSignal,
    ): Promise<SentSeries> => {
      const { lastReceivedAt, ...asked } = question
      const id = JSON.stringify(asked)
      const known = entries.get(id)
      if (known?.lastReceivedAt === lastReceivedAt && clock() - known.madeAt < KEPT_MS) {
        return waitFor(id, known, gone)
      }
      const reading = new AbortController()
      const entry: Entry = { lastReceivedAt, madeAt: clock(), answer: read(reading.signal), waiting: 0, reading }
      entries.set(id, entry, { size: 1 })
      entry.answer.then(
        ({ body }) => weigh(id, entry, body.heldBytes),
        () => forget(id, entry),
      )
      return waitFor(id, entry, gone)
    },
  }

  async function waitFor(id: string, entry: Entry, gone: AbortSignal): Promise<SentSeries> {
    const leave = (): void => {
      entry.waiting -= 1
      if (entry.waiting > 0) return
      forget(id, entry)
      entry.reading.abort(gone.reason)
    }
    entry.waiting += 1
    gone.addEventListener('abort', leave)
    if (gone.aborted) leave()
    try {
      return await entry.answer
    } finally {
      gone.removeEventListener('abort', leave)
    }
  }

  function forget(id: string, entry: Entry): boolean {
    return entries.peek(id) === entry && entries.delete(id)
  }

  function weigh(id: string, entry: Entry, size: number): void {
    if (forget(id, entry)) entries.set(id, entry, { size })
  }
}
