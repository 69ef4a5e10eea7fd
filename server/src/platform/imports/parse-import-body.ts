import type { z } from 'zod'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type JsonBounds, requireBoundedJson } from '#platform/http/bounded-json.ts'
import { isAlone, releaseBuffers } from '#platform/memory/release-buffers.ts'

/**
 * Reads the body of an import, which is large, and frees its bytes as soon as they are not needed.
 * @throws DomainError request/malformed-json, request/too-large, request/invalid
 */
export function parseImportBody<Shape extends z.ZodType>(
  shape: Shape,
  body: Buffer,
  bounds: JsonBounds,
): z.output<Shape> {
  const { success, data, error } = shape.safeParse(parseJson(body, bounds))
  if (success) return data
  const fields = Object.fromEntries(
    error.issues.slice(0, 100).map(({ path, message }) => [path.join('.'), message] as const),
  )
  const [message] = Object.values(fields)
  throw new DomainError('request/invalid', { ...(message === undefined ? {} : { message }), details: { fields } })
}

function parseJson(body: Buffer, bounds: JsonBounds): unknown {
  requireBoundedJson(body, bounds)
  const text = body.toString()
  // Frees the body first: its text and the parsed list each take as much memory again.
  if (isAlone(body)) releaseBuffers([body.buffer])
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DomainError('request/malformed-json', { cause: error })
  }
}
