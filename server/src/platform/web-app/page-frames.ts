import type { FastifyReply } from 'fastify'

/** The origins that may show a page in a frame. Undefined: only our own pages may, as is usual. */
export type PageFrames = (path: string) => Promise<readonly string[] | undefined>

/** Says in the headers of a page by whom it may be framed (CSP Level 3, section 6.4.2.1). */
export function setFrameAncestors({ raw }: FastifyReply, origins: readonly string[]): void {
  const policy = String(raw.getHeader('content-security-policy') ?? '')
  const ancestors = `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`
  raw.setHeader('content-security-policy', policy.replace(/frame-ancestors [^;]*/, ancestors))
  // This header can't name origins, and would refuse all of them where the policy is not known.
  if (origins.length === 0) raw.setHeader('x-frame-options', 'DENY')
  else raw.removeHeader('x-frame-options')
}
