import { parentPort } from 'node:worker_threads'
import type { ErrorBody, ErrorCode } from '@fieldwatch/contract/errors'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { type ImportHead, type ImportKind, type ReadRows, readImport } from './read-import.ts'

/** What the thread is given first; everything after that asks for the next part. */
export interface ImportWork {
  readonly kind: ImportKind
  readonly body: Uint8Array
}

/** What the thread answers each time that it is asked for more. */
export type ImportAnswer =
  | { readonly part: ImportHead | ReadRows }
  | { readonly end: true }
  | { readonly refusal: Refusal }

interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly details: NonNullable<ErrorBody['details']>
}

let parts: ReturnType<typeof readImport> | undefined

parentPort?.on('message', (work: ImportWork | 'next') => parentPort?.postMessage(answer(work), []))

function answer(work: ImportWork | 'next'): ImportAnswer {
  try {
    if (work !== 'next')
      parts = readImport(work.kind, Buffer.from(work.body.buffer, work.body.byteOffset, work.body.length))
    const next = parts?.next()
    return next === undefined || next.done === true ? { end: true } : { part: next.value }
  } catch (error) {
    if (!isDomainError(error)) throw error
    const { code, message, details = {} } = error
    return { refusal: { code, message, details } }
  }
}
