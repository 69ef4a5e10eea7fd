import { parentPort, workerData } from 'node:worker_threads'
import type { ErrorBody, ErrorCode } from '@fieldwatch/contract/errors'
import { isDomainError } from '#errors/domain-error.ts'
import { type ImportHead, type ImportKind, type ReadRows, readImport } from './read-import.ts'

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

const { kind, body } = workerData as ImportWork
const parts = readImport(kind, Buffer.from(body.buffer, body.byteOffset, body.byteLength))

parentPort?.on('message', () => parentPort?.postMessage(next(), []))

function next(): ImportAnswer {
  try {
    const { done, value } = parts.next()
    return done === true ? { end: true } : { part: value }
  } catch (error) {
    if (!isDomainError(error)) throw error
    const { code, message, details = {} } = error
    return { refusal: { code, message, details } }
  }
}
