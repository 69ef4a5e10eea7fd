import { parentPort } from 'node:worker_threads'
import type { ErrorBody, ErrorCode } from '@fieldwatch/contract/api/errors'
import { isDomainError } from '#platform/errors/domain-error.ts'

/** What a thread is given first; everything after that asks for the next part. */
export interface PartWork {
  readonly kind: string
  readonly body: Uint8Array
}

/** What the thread answers each time that it is asked for more. */
export type PartAnswer = { readonly part: unknown } | { readonly end: true } | { readonly refusal: Refusal }

interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly details: NonNullable<ErrorBody['details']>
}

/** Reads in this thread what the thread of a part reader asks for. */
export function answerParts(read: (kind: string, body: Buffer) => Generator<unknown, void>): void {
  let parts: Generator<unknown, void> | undefined

  parentPort?.on('message', (work: PartWork | 'next') => parentPort?.postMessage(answer(work), []))

  function answer(work: PartWork | 'next'): PartAnswer {
    try {
      if (work !== 'next')
        parts = read(work.kind, Buffer.from(work.body.buffer, work.body.byteOffset, work.body.length))
      const next = parts?.next()
      return next === undefined || next.done === true ? { end: true } : { part: next.value }
    } catch (error) {
      if (!isDomainError(error)) throw error
      const { code, sentence: message, details = {} } = error
      return { refusal: { code, message, details } }
    }
  }
}
