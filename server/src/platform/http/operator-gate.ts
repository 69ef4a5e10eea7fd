import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { isProgramToken } from './bearer.ts'

/** Pages for operators: figures and the API document. */
const OF_OPERATORS = ['/metrics', '/api/docs']

interface Options {
  /** Without one, the pages are served on the machine of the portal only. */
  readonly token: string | undefined
  readonly trustProxy: boolean
}

/** Serves the pages of operators only with the token, as a bearer or as the password that a browser asks for. */
export function registerOperatorGate(app: FastifyInstance, { token, trustProxy }: Options): void {
  const expected = token === undefined ? undefined : digestOf(token)
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    if (!OF_OPERATORS.some((path) => url === path || url?.startsWith(`${path}/`))) return
    const sent = tokenOf(request.headers.authorization ?? '')
    // Whether the token of a program may see the figures is decided with those of all other addresses.
    const { endpoint } = request.routeOptions.config
    if (endpoint?.scope !== undefined && isProgramToken(sent)) return
    if (expected === undefined) return requireLocal(request, { trustProxy })
    if (sent !== undefined && timingSafeEqual(digestOf(sent), expected)) return
    reply.header('www-authenticate', 'Basic realm="Fieldwatch for operators", charset="UTF-8"')
    const code = sent === undefined ? 'auth/missing-token' : 'auth/invalid-token'
    throw new DomainError(code, {
      message: 'This is for operators, who know FIELDWATCH_OPERATOR_TOKEN of this portal.',
    })
  })
}

/**
 * A proxy on this machine connects locally for callers from anywhere: what it says of them counts, where it is trusted.
 * @throws DomainError access/forbidden
 */
function requireLocal({ ip, socket, headers }: FastifyRequest, { trustProxy }: Pick<Options, 'trustProxy'>): void {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  if (isLoopback(socket.remoteAddress) && isLoopback(ip) && (trustProxy || !isForwarded)) return
  throw new DomainError('access/forbidden', {
    message: 'Without FIELDWATCH_OPERATOR_TOKEN only programs on the machine of the portal see this.',
  })
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

function isLoopback(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

function tokenOf(authorization: string): string | undefined {
  const [, scheme, credential = ''] = /^(Bearer|Basic) +([^ ].*)$/i.exec(authorization) ?? []
  if (scheme?.toLowerCase() !== 'basic') return scheme && credential
  const text = Buffer.from(credential, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** A hash has a fixed length, so that the comparison takes constant time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
