import { say } from '@fieldwatch/messages/server-sentences'
import type { Readable } from 'node:stream'
import { DomainError } from '#platform/errors/domain-error.ts'
import { releaseBuffers, isAlone } from '#platform/memory/release-buffers.ts'
import { createGrowingBytes } from '#platform/memory/growing-bytes.ts'
import type { Pace } from './pace.ts'

interface Expected {
  readonly announced: number
  readonly limit: number
  readonly pace: Pace
}

/** Shorter bodies are read without taking turns. */
const SHORT_BYTES = 64 * 1024

/**
 * Reads a body, a long one in pieces between those of others.
 * @throws DomainError request/too-large as soon as there are more than `limit` bytes
 */
export function readBytes(body: Readable, { announced, limit, pace }: Expected): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced > limit) return reject(tooLarge(limit))
    const bytes = createGrowingBytes({ announced })
    const take = (piece: Buffer): void => {
      if (bytes.length + piece.length > limit) return leave(() => reject(tooLarge(limit)))
      bytes.put(piece)
      if (bytes.length >= SHORT_BYTES) inTurn(body, pace)
    }
    const finish = (): void => leave(() => resolve(bytes.finish()))
    // Hundreds of connections may end at once: their requests take turns.
    const fail = (error: Error): void => leave(() => void pace().then(() => reject(error)))
    const cutShort = (): void => fail(new DomainError('request/incomplete'))
    const leave = (settle: () => void): void => {
      body.off('data', take).off('end', finish).off('close', cutShort)
      body.pause()
      settle()
    }
    // The connection reports an aborted body.
    body.on('data', take).on('end', finish).on('close', cutShort).on('error', fail)
  })
}

/**
 * Reads and drops the rest of a body, taking turns too, so that its sender gets to read the answer. The memory of each piece is
 * released at once: a hundred bodies would otherwise cause a dozen collections of the whole heap.
 */
export function dropRest(body: Readable, pace: Pace): void {
  body.on('data', (piece: Buffer) => {
    if (isAlone(piece)) releaseBuffers([piece.buffer])
    // Node makes an answered request flow unless everything that arrived was read.
    if (body.readableLength === 0) inTurn(body, pace)
  })
  body.resume()
}

/** Lets the next piece wait for its turn. */
function inTurn(body: Readable, pace: Pace): void {
  body.pause()
  void pace().then(() => body.resume())
}

function tooLarge(limit: number): DomainError {
  const size = limit >= 1024 ** 2 ? `${limit / 1024 ** 2} MiB` : `${limit / 1024} KiB`
  return new DomainError('request/too-large', { message: say('answers.body-size', { size }) })
}
