import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { isProgramToken } from './bearer.ts'
import { requireScope } from './require-scope.ts'

/** Where the API is described. */
export const API_PAGES = '/api/docs'

/** Holds the ID token of a person who is signed in, for the API pages alone: browsers open them without a header. */
export const READER_COOKIE = 'fieldwatch_reader'

/** The figures and the API pages. */
const GUARDED = ['/metrics', API_PAGES]

interface Options {
  /** Without one, the pages are open to programs on the machine of the portal. */
  readonly token: string | undefined
  readonly trustProxy: boolean
}

/**
 * Shows the figures to operators, who send the token as a bearer or as the password that a browser asks for. The API pages are also for
 * people who are signed in, and for programs with the scope `read`.
 */
export function registerOperatorGate(app: FastifyInstance, { token, trustProxy }: Options): void {
  const expected = token === undefined ? undefined : digestOf(token)
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    const page = GUARDED.find((path) => url === path || url?.startsWith(`${path}/`))
    if (page === undefined) return
    const sent = tokenOf(request.headers.authorization ?? '')
    // Whether the token of a program may see the figures is decided with those of all other addresses.
    const { endpoint } = request.routeOptions.config
    if (endpoint?.scope !== undefined && isProgramToken(sent)) return
    if (sent !== undefined && expected !== undefined && timingSafeEqual(digestOf(sent), expected)) return
    if (expected === undefined && isLocal(request, { trustProxy })) return
    const isForReaders = page === API_PAGES
    if (isForReaders && (await isReader(app, request))) return
    if (expected === undefined && !isForReaders) {
      throw new DomainError('access/forbidden', {
        message: 'Without FIELDWATCH_OPERATOR_TOKEN only programs on the machine of the portal see this.',
      })
    }
    reply.header('www-authenticate', 'Basic realm="Fieldwatch", charset="UTF-8"')
    const code = sent === undefined ? 'auth/missing-token' : 'auth/invalid-token'
    throw new DomainError(code, { message: isForReaders ? FOR_READERS : FOR_OPERATORS })
  })
}

const FOR_OPERATORS = 'This is for operators, who know FIELDWATCH_OPERATOR_TOKEN of this portal.'
const FOR_READERS =
  'Sign in to the portal first, or send a token with the scope "read" as the password. Operators send FIELDWATCH_OPERATOR_TOKEN.'

/** Programs that may not read are refused by name, as everywhere. */
async function isReader(app: FastifyInstance, { headers, cookies, ip }: FastifyRequest): Promise<boolean> {
  const ofBrowser = cookies[READER_COOKIE]
  const authorization = headers.authorization ?? (ofBrowser === undefined ? undefined : `Bearer ${ofBrowser}`)
  const caller = await app.authenticator.authenticate(authorization, ip).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined
    throw error
  })
  if (caller === undefined) return false
  requireScope(caller.token, { scope: 'read' })
  return true
}

/** A proxy on this machine connects locally for callers from anywhere: what it says of them counts, where it is trusted. */
function isLocal({ ip, socket, headers }: FastifyRequest, { trustProxy }: Pick<Options, 'trustProxy'>): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
  return isLoopback(socket.remoteAddress) && isLoopback(ip) && (trustProxy || !isForwarded)
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
