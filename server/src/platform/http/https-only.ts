import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** How requests without TLS are answered where there is a certificate. */
export interface HttpsOnly {
  /** The address under which people reach the portal, where it is configured. */
  readonly publicUrl: string | undefined
  readonly httpsPort: () => number
  /** Whether units may go without. */
  readonly plainUnits: boolean
}

/** Supervisors and balancers ask for these from beside the server, often by a name that is in no certificate; they tell nothing. */
const OF_SUPERVISORS = ['/healthz', '/readyz']

/** Leads requests without TLS to HTTPS. Units are served if they may, and else refused: many of them would not follow. */
export function registerHttpsOnly(app: FastifyInstance, { publicUrl, httpsPort, plainUnits }: HttpsOnly): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') return
    const { url, config } = request.routeOptions
    if (url !== undefined && OF_SUPERVISORS.includes(url)) return
    if (config?.endpoint?.access === 'unit') {
      if (plainUnits) return
      throw new DomainError('request/needs-https')
    }
    const origin = publicUrl?.startsWith('https:') === true ? publicUrl : originOf(request, httpsPort())
    await reply.redirect(`${origin}${request.url}`, 308)
  })
}

function originOf({ hostname }: FastifyRequest, port: number): string {
  // One of IPv6 is in brackets already.
  const host = /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(hostname) ? hostname : 'localhost'
  return port === 443 ? `https://${host}` : `https://${host}:${port}`
}
