import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#errors/domain-error.ts'
import type { ImportAnswer, ImportWork } from './import-worker.ts'
import { type ImportHead, type ImportKind, type ReadRows, readImport } from './read-import.ts'

/** From here on a body is read in a thread of its own, which takes a quarter of a second to start. */
const LONG_BODY_BYTES = 16 * 1024

/** The heap of a thread: the longest file and the rows that it becomes. */
const HEAP_MB = 256

/**
 * Reads the body of an import, some cards at a time, without holding up others.
 * @throws DomainError as `readImport`
 */
export function readImportParts(kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
  return body.length < LONG_BODY_BYTES ? readHere(kind, body) : readInThread(kind, body)
}

async function* readHere(kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
  for (const part of readImport(kind, body)) {
    yield part
    await setImmediate()
  }
}

async function* readInThread(kind: ImportKind, body: Buffer): AsyncGenerator<ImportHead | ReadRows, void> {
  const work: ImportWork = { kind, body: new Uint8Array(body) }
  const worker = new Worker(new URL('import-worker.ts', import.meta.url), {
    workerData: work,
    transferList: [work.body.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const end = ended(worker)
  try {
    for (;;) {
      worker.postMessage('next', [])
      const [answer] = (await Promise.race([once(worker, 'message'), end])) as [ImportAnswer]
      if ('end' in answer) return
      if ('refusal' in answer) throw new DomainError(answer.refusal.code, answer.refusal)
      yield answer.part
    }
  } finally {
    await worker.terminate()
  }
}

/** `once` of a message rejects when the worker fails; one that merely ends would say nothing. */
async function ended(worker: Worker): Promise<never> {
  const [code] = (await once(worker, 'exit')) as [number]
  throw new Error(`The thread that read an import ended with ${code}`)
}
