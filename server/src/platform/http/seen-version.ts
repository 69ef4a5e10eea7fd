import type { FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/**
 * The version that a change was made from: of the body, or else of `If-Match`, where it stands in quotes (RFC 9110, section 13.1.1).
 * Undefined when neither names one, or `*`.
 * @throws DomainError request/invalid
 */
export function seenVersionOf({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): number | undefined {
  const { version } = (body ?? {}) as { version?: number }
  const header = headers['if-match']
  if (version !== undefined || header === undefined || header === '*') return version
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim()) ?? []
  if (digits === undefined) {
    throw new DomainError('request/invalid', { message: 'If-Match is the version that was read, as in "7".' })
  }
  return Number(digits)
}
