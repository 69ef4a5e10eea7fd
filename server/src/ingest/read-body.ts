import type { Readable } from 'node:stream'
import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/ingest'
import { DomainError } from '#errors/domain-error.ts'
import { giveBack } from '#memory/give-back.ts'

interface Expected {
  /** Told how many bytes more it takes, before it takes them; it may throw. */
  readonly hold?: (bytes: number) => void
  /** What the request announces, in bytes; undefined when it does not. */
  readonly announced: number | undefined
  readonly limit: number
}

/** What an announced body gets at first; then what has arrived is doubled. */
const FIRST_BYTES = 64 * 1024

/** More than a body may have, in a sentence. */
const TOO_LONG = `A body has at most ${MAX_INGEST_BODY_BYTES / 1024 / 1024} MiB, unpacked as well. Send it in several.`

/**
 * Reads a body, in memory of its own, which grows with what has arrived and not with what was announced. What arrives of a large one is copied into its place and its memory is given back: two megabytes
 * a request otherwise wait for a collection, or make one.
 * @throws DomainError request/too-large; request/incomplete when the sender goes away; what `hold` throws; other errors of the stream
 */
export function readBody(payload: Readable, { announced = 0, limit, hold }: Expected): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced > limit) return reject(tooLong())
    let body: Buffer = Buffer.alloc(0)
    let received = 0
    const take = (chunk: Buffer): void => {
      const { length } = chunk
      const size = received + length
      if (size > limit) return fail(tooLong())
      try {
        if (received === 0 && length === announced && isAlone(chunk)) {
          hold?.(length)
          body = chunk
        } else put(chunk, size)
      } catch (error) {
        return fail(error)
      }
      received = size
    }
    const put = (chunk: Buffer, size: number): void => {
      if (size > body.length) {
        const doubled = Math.max(2 * size, FIRST_BYTES)
        const room = announced >= size ? Math.min(announced, doubled) : doubled
        hold?.(room - body.length)
        const smaller = body
        body = grow(body.subarray(0, received), room)
        giveBack([smaller.buffer])
      }
      body.set(chunk, received)
      if (isAlone(chunk)) giveBack([chunk.buffer])
    }
    const finish = (): void => resolve(received === body.length ? body : body.subarray(0, received))
    const fail = (error: unknown): void => {
      payload.off('data', take).off('end', finish)
      // What still comes is let go.
      payload.resume()
      reject(error)
    }
    payload.on('data', take).on('end', finish)
    payload.on('error', (error) => fail(cutShort(error)))
  })
}

/** What a request says whose connection ended. */
function cutShort(error: NodeJS.ErrnoException): Error {
  return error.code === 'ECONNRESET' ? new DomainError('request/incomplete', { cause: error }) : error
}

function tooLong(): DomainError {
  return new DomainError('request/too-large', { message: TOO_LONG })
}

function isAlone({ buffer, length }: Buffer): boolean {
  return length === buffer.byteLength
}

function grow(filled: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size)
  larger.set(filled)
  return larger
}
