import { fileTooLarge, IMAGE_MAX_BYTES } from '@fieldwatch/contract/files'
import type { MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** The most bytes of a form: two pictures that are much too large still get the right refusal. */
const FORM_BYTES = 32 * 1024 * 1024

/** The most bytes of a form that are kept: two pictures and the texts. The rest is counted and dropped. */
export const FORM_BYTES_KEPT = 2 * IMAGE_MAX_BYTES + 1024 * 1024

const LIMITS = { fields: 50, files: 2, parts: 50, fieldNameSize: 100, fieldSize: 16 * 1024, fileSize: FORM_BYTES }

/**
 * Reads a form into an object of texts and files; of repeated names the last counts.
 * @throws DomainError request/unsupported-media-type, request/too-large, request/invalid, file/too-large
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, string | File>> {
  if (!request.isMultipart()) throw new DomainError('request/unsupported-media-type')
  if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES) throw new DomainError('request/too-large')
  const entries = new Map<string, string | File>()
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') entries.set(part.fieldname, textOf(part))
      else entries.set(part.fieldname, new File(await collect(part.file), 'upload', { type: part.mimetype }))
    }
  } catch (error) {
    // The rest is dropped once the answer is sent.
    request.raw.unpipe()
    throw isUnreadable(error) ? new DomainError('request/invalid', { message: UNREADABLE, cause: error }) : error
  }
  return Object.fromEntries(entries)
}

const UNREADABLE = 'The form cannot be read: it is cut off, or not written as its content type says.'

/** Errors of the form parser have no status when the body is not a form. */
function isUnreadable(error: unknown): boolean {
  return !(error instanceof DomainError) && !(error instanceof Error && 'statusCode' in error)
}

function textOf({ value, valueTruncated, fieldnameTruncated }: MultipartValue): string {
  if (valueTruncated || fieldnameTruncated) {
    throw new DomainError('request/too-large', { message: 'A field of the form is too long.' })
  }
  return String(value)
}

/** The bytes of a file; those of a file that is too large are counted and dropped. */
async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>[]> {
  const chunks: Buffer<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes <= IMAGE_MAX_BYTES) chunks.push(Buffer.from(chunk))
    else chunks.length = 0
  }
  if (bytes > IMAGE_MAX_BYTES) throw new DomainError('file/too-large', { message: fileTooLarge(bytes) })
  return chunks
}
