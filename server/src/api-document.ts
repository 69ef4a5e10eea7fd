import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ApiDocument } from './platform/http/open-api.ts'

/** As the thread writes it. */
export interface WrittenDocument {
  readonly json: string
  readonly yaml: string
}

/** Makes the document when it is first asked for, once, in a thread: it takes a third of a second. */
export function createApiDocument(): () => Promise<ApiDocument> {
  let made: Promise<ApiDocument> | undefined
  return () =>
    (made ??= writeInThread().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

async function writeInThread(): Promise<ApiDocument> {
  const worker = new Worker(new URL('api-document-worker.ts', import.meta.url))
  try {
    const [{ json, yaml }] = (await once(worker, 'message')) as [WrittenDocument]
    return { json: Buffer.from(json), yaml: Buffer.from(yaml) }
  } finally {
    await worker.terminate()
  }
}
