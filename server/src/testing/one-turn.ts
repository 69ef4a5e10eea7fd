import type { Turn } from '#platform/work/worker.ts'

/** For background work that a test runs itself. */
export const ONE_TURN: Turn = { signal: new AbortController().signal, again: () => undefined }
