import type { Readable } from 'node:stream'
import { DomainError } from '#errors/domain-error.ts'
import { giveBack } from '#memory/give-back.ts'

interface Expected {
  /** What the request announces, in bytes; undefined when it does not. */
  readonly announced: number | undefined
  readonly limit: number
}

/**
 * Reads a body, in memory of its own. What arrives of a large one is copied into its place and its memory is given back: two megabytes
 * a request otherwise wait for a collection, or make one.
 * @throws DomainError request/too-large; the error of the stream when the sender goes away
 */
export function readBody(payload: Readable, { announced = 0, limit }: Expected): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced > limit) return reject(new DomainError('request/too-large'))
    let body: Buffer = Buffer.alloc(0)
    let received = 0
    const take = (chunk: Buffer): void => {
      const { length } = chunk
      const size = received + length
      if (size > limit) return fail(new DomainError('request/too-large'))
      if (received === 0 && length === announced && isAlone(chunk)) body = chunk
      else {
        if (size > body.length) body = grow(body.subarray(0, received), Math.max(announced, 2 * size))
        body.set(chunk, received)
        if (isAlone(chunk)) giveBack([chunk.buffer])
      }
      received = size
    }
    const finish = (): void => resolve(received === body.length ? body : body.subarray(0, received))
    const fail = (error: Error): void => {
      payload.off('data', take).off('end', finish)
      reject(error)
    }
    payload.on('data', take).on('end', finish).on('error', fail)
  })
}

function isAlone({ buffer, length }: Buffer): boolean {
  return length === buffer.byteLength
}

function grow(filled: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size)
  larger.set(filled)
  return larger
}
