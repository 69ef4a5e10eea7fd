import { say } from '@fieldwatch/messages/server-sentences'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { DomainError } from '#platform/errors/domain-error.ts'
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

/** Whether a request announces a body that is read in pieces, or does not say how long it is. */
export function isLongBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) >= SHORT_BYTES
}

/** Lets the next piece wait for its turn. */
export function inTurn(body: Readable, pace: Pace): void {
  body.pause()
  void pace().then(() => body.resume())
}

function tooLarge(limit: number): DomainError {
  const size = limit >= 1024 ** 2 ? `${limit / 1024 ** 2} MiB` : `${limit / 1024} KiB`
  return new DomainError('request/too-large', { message: say('answers.body-size', { size }) })
}
