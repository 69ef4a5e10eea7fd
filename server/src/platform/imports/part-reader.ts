import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createBudget } from '#platform/http/budget.ts'
import type { PartAnswer, PartWork } from './part-worker.ts'

/** Longer bodies are read in a thread, which takes a quarter of a second to start. */
const LONG_BODY_BYTES = 16 * 1024

/** The heap of a thread: the longest file and the rows that it becomes. */
const HEAP_MB = 96
const YOUNG_HEAP_MB = 8

/** Imports that run at once: each holds a database connection, and other requests need some too. */
const IMPORTS_AT_ONCE = 3

interface Setting<Kind extends string, Part> {
  /** Reads a body part by part. */
  readonly read: (kind: Kind, body: Buffer) => Generator<Part, void>
  /** The file that calls `answerParts` with it. */
  readonly worker: URL
}

/** Reads bodies of imports without holding up others. */
export function createPartReader<Kind extends string, Part>({ read, worker }: Setting<Kind, Part>) {
  const places = createBudget(IMPORTS_AT_ONCE)
  // One thread at a time: two would take twice the memory and be no faster.
  const threads = createBudget(1)
  return {
    /**
     * Reads one part at a time; the body is not to be used afterwards.
     * @throws DomainError as `read`, and request/too-large for what a thread has no memory for
     */
    read: async function* (kind: Kind, body: Buffer): AsyncGenerator<Part, void> {
      const isLong = body.length >= LONG_BODY_BYTES
      using taken = new DisposableStack()
      if (isLong) taken.defer(await threads.take(1))
      taken.defer(await places.take(1))
      if (isLong) yield* readInThread<Part>(worker, { kind, body: wholeOf(body) })
      else yield* readHere(read(kind, body))
    },
  }
}

async function* readHere<Part>(parts: Iterable<Part>): AsyncGenerator<Part, void> {
  for (const part of parts) {
    yield part
    await setImmediate()
  }
}

async function* readInThread<Part>(file: URL, first: PartWork): AsyncGenerator<Part, void> {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  const end = ended(worker)
  try {
    let work: PartWork | undefined = first
    for (;;) {
      worker.postMessage(work ?? 'next', work === undefined ? [] : [work.body.buffer as ArrayBuffer])
      work = undefined
      const [answer] = (await Promise.race([once(worker, 'message'), end]).catch(refuseTooLarge)) as [PartAnswer]
      if ('end' in answer) return
      if ('refusal' in answer) throw new DomainError(answer.refusal.code, answer.refusal)
      // What the file of the worker reads, in a copy.
      yield answer.part as Part
    }
  } finally {
    await worker.terminate()
  }
}

/** A body may become more than its limits foresee. @throws DomainError request/too-large where a thread ran out of memory */
function refuseTooLarge(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new DomainError('request/too-large', { cause: error }) : error
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
