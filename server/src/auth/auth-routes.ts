import rateLimit from '@fastify/rate-limit'
import {
  confirmPasswordReset as confirmPasswordResetEndpoint,
  jwks,
  refresh,
  requestPasswordReset as requestPasswordResetEndpoint,
  signIn,
  signOut as signOutEndpoint,
} from '@fieldwatch/contract/auth'
import { API_BASE } from '@fieldwatch/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#errors/domain-error.ts'
import { addRoute } from '#http/add-route.ts'
import { done, success } from '#http/envelope.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { confirmPasswordReset } from './confirm-password-reset.ts'
import { refreshSession } from './refresh-session.ts'
import { SESSION_MS } from './refresh-token.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { createSignIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import type { OpenSession } from './start-session.ts'

const COOKIE = 'fieldwatch_refresh'
const COOKIE_PATH = `${API_BASE}/auth`

/** Generous, because a whole company may share an address; guessing is stopped long before by counting failures. */
const RATE = { max: 300, timeWindow: 60_000 }

/** Signing in and out, for everyone. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, jwks, async () => ({ keys: [...parts.idTokens.publicKeys] }))
  void app.register(async (limited) => {
    await limited.register(rateLimit, { ...RATE, errorResponseBuilder: rateLimited })
    registerSessionRoutes(limited, parts)
    registerPasswordRoutes(limited, parts)
  })
}

function registerSessionRoutes(app: FastifyInstance, parts: AuthParts): void {
  const enter = createSignIn(parts)

  addRoute(app, signIn, async ({ body, request, reply }) => {
    return answer(await enter(body, clientOf(request)), request, reply)
  })

  addRoute(app, refresh, async ({ request, reply }) => {
    const token = request.cookies[COOKIE]
    if (token === undefined) throw new DomainError('auth/missing-token')
    return answer(await refreshSession(parts, token), request, reply)
  })

  addRoute(app, signOutEndpoint, async ({ request, reply }) => {
    const token = request.cookies[COOKIE]
    if (token !== undefined) await signOut(parts, token)
    reply.clearCookie(COOKIE, cookieOptions(request))
    return done()
  })
}

function registerPasswordRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, requestPasswordResetEndpoint, async ({ body }) => {
    await requestPasswordReset(parts, body.email)
    return done('An email was sent')
  })

  addRoute(app, confirmPasswordResetEndpoint, async ({ body, request }) => {
    await confirmPasswordReset(parts, body, clientOf(request))
    return done()
  })
}

function answer(session: OpenSession, request: FastifyRequest, reply: FastifyReply) {
  reply.setCookie(COOKIE, session.refreshToken, { ...cookieOptions(request), maxAge: SESSION_MS / 1000 })
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
