import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** How requests without TLS are answered where there is a certificate. */
export interface HttpsOnly {
  /** The address under which people reach the portal, where it is configured. */
  readonly publicUrl: string | undefined
  /** Whether the certificate, or the one that is requested, is for a host. */
  readonly isOurs: (host: string) => boolean
  readonly httpsPort: () => number
  /** Whether units may go without. */
  readonly plainUnits: boolean
  /** The answer to the question of an authority whether the domain is ours. */
  readonly answerTo?: ((token: string) => Promise<string | undefined>) | undefined
}

/** Supervisors and balancers ask for these from beside the server, often by a name that is in no certificate; answers hold no secrets. */
const OF_SUPERVISORS = ['/healthz', '/readyz']

/** Where authorities ask (RFC 8555, section 8.3). */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,256})$/

/**
 * Leads requests without TLS to HTTPS. Units are served if they may, and else refused: many of them would not follow. The host is what
 * a request claims, so it is followed only where it is a name of this portal.
 */
export function registerHttpsOnly(
  app: FastifyInstance,
  { publicUrl, isOurs, httpsPort, plainUnits, answerTo }: HttpsOnly,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') return undefined
    const { url, config } = request.routeOptions
    if (url !== undefined && OF_SUPERVISORS.includes(url)) return undefined
    if (config?.endpoint?.access === 'unit') {
      if (plainUnits) return undefined
      throw new DomainError('request/needs-https')
    }
    const [, token] = CHALLENGE.exec(request.url) ?? []
    const answer = token === undefined ? undefined : await answerTo?.(token)
    if (answer !== undefined) return reply.type('application/octet-stream').send(answer)
    const origin = publicUrl?.startsWith('https:') === true ? publicUrl : originOf(request.hostname)
    return reply.redirect(`${origin}${request.url}`, 308)
  })

  function originOf(hostname: string): string {
    const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
    const isPublic = publicUrl !== undefined && new URL(publicUrl).hostname === hostname.toLowerCase()
    if (!/^[\w.:-]+$/.test(host) || (!isPublic && !isOurs(host))) throw new DomainError('request/unknown-host')
    const port = httpsPort()
    return `https://${host.includes(':') ? `[${host}]` : host}${port === 443 ? '' : `:${port}`}`
  }
}
