import { say } from '@fieldwatch/messages/server-sentences'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MAX_INGEST_BODY_BYTES, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import { createGrowingBytes } from '#platform/memory/growing-bytes.ts'

interface Expected {
  /** Called with the number of further bytes before they are allocated; it may throw. */
  readonly hold?: (bytes: number) => void
  /** The announced length in bytes; undefined when the request has none. */
  readonly announced: number | undefined
  readonly limit: number
}

/**
 * Reads a body into memory of its own.
 * @throws DomainError request/too-large; request/incomplete when the sender disconnects; what `hold` throws; other errors of the
 * stream
 */
export function readBody(payload: Readable, { announced = 0, limit, hold }: Expected): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced > limit) return reject(tooLong(limit))
    const bytes = createGrowingBytes({ announced, hold })
    const take = (chunk: Buffer): void => {
      if (bytes.length + chunk.length > limit) return fail(tooLong(limit))
      try {
        bytes.put(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const finish = (): void => resolve(bytes.finish())
    const fail = (error: unknown): void => {
      payload.off('data', take).off('end', finish)
      // Drops the rest of the body.
      payload.resume()
      reject(error)
    }
    payload.on('data', take).on('end', finish)
    payload.on('error', (error) => fail(cutShort(error)))
  })
}

/** The error of a request whose connection ended. */
function cutShort(error: NodeJS.ErrnoException): Error {
  return error.code === 'ECONNRESET' ? new DomainError('request/incomplete', { cause: error }) : error
}

/** A body of the length of a record is one message; others hold many. */
function tooLong(limit: number): DomainError {
  const message =
    limit === MAX_RECORD_BYTES
      ? say('answers.ingest.message-size')
      : say('answers.ingest.size', { count: MAX_INGEST_BODY_BYTES / 1024 / 1024 })
  return new DomainError('request/too-large', { message })
}

const PIECE_BYTES = 64 * 1024

/**
 * Unpacks a body, bounded while it is unpacked.
 * @throws DomainError request/too-large when it unpacks to more than a body may have, request/invalid when it is damaged,
 * request/unsupported-media-type for another encoding than gzip
 */
export async function unpackBody(
  body: Buffer,
  contentEncoding: string | undefined,
  hold: (bytes: number) => void,
): Promise<Buffer> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new DomainError('request/unsupported-media-type')
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
  gunzip.end(body)
  try {
    return await readBody(gunzip, { announced: undefined, limit: MAX_INGEST_BODY_BYTES, hold })
  } catch (error) {
    if (isDomainError(error)) throw error
    throw new DomainError('request/invalid', { message: 'answers.gzip', cause: error })
  } finally {
    gunzip.destroy()
  }
}
