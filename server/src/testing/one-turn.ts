import type { RunContext } from '#platform/work/worker.ts'

/** For background work that a test runs itself. */
export const ONE_TURN: RunContext = { signal: new AbortController().signal, again: () => undefined }
