import rateLimit from '@fastify/rate-limit'
import { jwks, signIn } from '@fieldwatch/contract/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#errors/domain-error.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { SESSION_MS } from './refresh-token.ts'
import { createSignIn } from './sign-in.ts'
import type { OpenSession } from './start-session.ts'

const COOKIE = 'fieldwatch_refresh'
const COOKIE_PATH = '/api/v1/auth'

/** Generous, because a whole company may share an address; guessing is stopped long before by counting failures. */
const RATE = { max: 300, timeWindow: 60_000 }

/** Signing in and out, for everyone. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, jwks, async () => ({ keys: [...parts.idTokens.publicKeys] }))
  void app.register(async (limited) => {
    await limited.register(rateLimit, { ...RATE, errorResponseBuilder: rateLimited })
    registerSessionRoutes(limited, parts)
  })
}

function registerSessionRoutes(app: FastifyInstance, parts: AuthParts): void {
  const enter = createSignIn(parts)

  addRoute(app, signIn, async ({ body, request, reply }) => {
    return answer(await enter(body, clientOf(request)), request, reply)
  })
}

function answer(session: OpenSession, request: FastifyRequest, reply: FastifyReply) {
  if (session.refreshToken !== undefined) {
    reply.setCookie(COOKIE, session.refreshToken, { ...cookieOptions(request), maxAge: SESSION_MS / 1000 })
  }
  reply.header('cache-control', 'no-store')
  return success(session.signedIn)
}

function cookieOptions(request: FastifyRequest) {
  return { path: COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const
}

function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function rateLimited(_request: FastifyRequest, { ttl }: { ttl: number }): Error {
  return new DomainError('request/rate-limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } })
}
