import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createBudget } from '#platform/http/budget.ts'
import type { ImportAnswer, ImportWork } from './import-worker.ts'
import { type ImportHead, type ImportKind, type ReadRows, readImport } from './read-import.ts'

/** Longer bodies are read in a thread, which takes a quarter of a second to start. */
const LONG_BODY_BYTES = 16 * 1024

/** The heap of a thread: the longest file and the rows that it becomes. */
const HEAP_MB = 96
const YOUNG_HEAP_MB = 8

/** Imports that run at once: each holds a database connection, and other requests need some too. */
const IMPORTS_AT_ONCE = 3

/** Reads bodies of imports without holding up others. */
export function createImportReader() {
  const places = createBudget(IMPORTS_AT_ONCE)
  // One thread at a time: two would take twice the memory and be no faster.
  const threads = createBudget(1)
  return {
    /**
     * Reads some cards at a time; the body is not to be used afterwards.
     * @throws DomainError as `readImport`
     */
    read: async function* (kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
      const isLong = body.length >= LONG_BODY_BYTES
      using taken = new DisposableStack()
      if (isLong) taken.defer(await threads.take(1))
      taken.defer(await places.take(1))
      yield* isLong ? readInThread(kind, body) : readHere(kind, body)
    },
  }
}

async function* readHere(kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
  for (const part of readImport(kind, body)) {
    yield part
    await setImmediate()
  }
}

async function* readInThread(kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
  const worker = new Worker(new URL('import-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  const end = ended(worker)
  try {
    let work: ImportWork | undefined = { kind, body: wholeOf(body) }
    for (;;) {
      worker.postMessage(work ?? 'next', work === undefined ? [] : [work.body.buffer as ArrayBuffer])
      work = undefined
      const [answer] = (await Promise.race([once(worker, 'message'), end])) as [ImportAnswer]
      if ('end' in answer) return
      if ('refusal' in answer) throw new DomainError(answer.refusal.code, answer.refusal)
      yield answer.part
    }
  } finally {
    await worker.terminate()
  }
}

/** The bytes in memory of their own, which can be transferred to a thread: small buffers share a pool. */
function wholeOf(body: Buffer): Uint8Array {
  return body.length === body.buffer.byteLength ? new Uint8Array(body.buffer) : new Uint8Array(body)
}

/** Rejects when a worker exits without an error, which `once(worker, 'message')` would not notice. */
async function ended(worker: Worker): Promise<never> {
  const [code] = (await once(worker, 'exit')) as [number]
  throw new Error(`The thread that read an import ended with ${code}`)
}
