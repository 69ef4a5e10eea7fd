import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/ingest'
import { DomainError } from '#errors/domain-error.ts'

const decompress = promisify(gunzip)

const ACCEPTED_TYPES = new Set(['application/json', 'text/plain', 'application/octet-stream'])

/** Whether a body of this content type is read as JSON; without one it is. */
export function isAcceptedType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true
  return ACCEPTED_TYPES.has((contentType.split(';', 1)[0] ?? '').trim().toLowerCase())
}

/**
 * Unpacks a body.
 * @throws DomainError request/too-large when it unpacks to more than a body may have, request/invalid when it is damaged,
 * request/unsupported-media-type for another encoding than gzip
 */
export async function unpackBody(body: Buffer, contentEncoding: string | undefined): Promise<Buffer> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new DomainError('request/unsupported-media-type')
  try {
    return await decompress(body, { maxOutputLength: MAX_INGEST_BODY_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DomainError('request/too-large', { cause: error })
    }
    throw new DomainError('request/invalid', { message: 'The body is not valid gzip.', cause: error })
  }
}
