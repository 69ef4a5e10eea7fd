import { createGunzip } from 'node:zlib'
import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import { readBody } from './read-body.ts'

const ACCEPTED_TYPES = new Set(['application/json', 'text/plain', 'application/octet-stream'])

/** Whether a body of this content type is read as JSON; without one it is. */
export function isAcceptedType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true
  return ACCEPTED_TYPES.has((contentType.split(';', 1)[0] ?? '').trim().toLowerCase())
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
  hold?: (bytes: number) => void,
): Promise<Buffer> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new DomainError('request/unsupported-media-type')
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
  gunzip.end(body)
  try {
    return await readBody(gunzip, { announced: undefined, limit: MAX_INGEST_BODY_BYTES, ...(hold && { hold }) })
  } catch (error) {
    if (isDomainError(error)) throw error
    throw new DomainError('request/invalid', { message: 'The body is not valid gzip.', cause: error })
  } finally {
    gunzip.destroy()
  }
}
