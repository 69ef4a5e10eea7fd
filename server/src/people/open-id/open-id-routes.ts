import rateLimit from '@fastify/rate-limit'
import { SESSION_MARK } from '@fieldwatch/contract/auth-addresses'
import { finishProviderSignIn, getSignInProvider, startProviderSignIn } from '@fieldwatch/contract/open-id'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BROWSER_COOKIE,
  BROWSER_SECONDS,
  cookieOptions,
  markOptions,
  REFRESH_COOKIE,
  REFRESH_SECONDS,
} from '#people/auth/auth-cookies.ts'
import type { AuthParts } from '#people/auth/auth-parts.ts'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { OpenIdProvider } from './open-id-provider.ts'
import { ATTEMPT_MS, beginSignIn, finishSignIn } from './sign-in-by-provider.ts'

/** Ties the answer of the provider to the browser that asked. */
const ATTEMPT_COOKIE = 'fieldwatch_sign_in'

/** As signing in with a password. */
const RATE = { max: 300, timeWindow: 60_000 }

/** Signing in by a provider of OpenID Connect; without one there is only the answer that there is none. */
export function registerOpenIdRoutes(
  app: FastifyInstance,
  parts: AuthParts,
  provider: OpenIdProvider | undefined,
): void {
  void app.register(async (limited) => {
    await limited.register(rateLimit, {
      ...RATE,
      errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
        new DomainError('request/rate-limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
    })
    addRoute(limited, getSignInProvider, async () =>
      success({ provider: provider === undefined ? null : { name: provider.settings.name } }),
    )

    addSendingRoute(limited, startProviderSignIn, async ({ request, reply }) => {
      await orBackToLogin(reply, async () => {
        if (provider === undefined) throw new DomainError('auth/provider-away')
        const { url, browserSecret } = await beginSignIn(parts, provider)
        // The answer comes by a navigation from the site of the provider, which brings no strict cookie.
        const options = { ...cookieOptions(settingOf(request)), sameSite: 'lax' } as const
        reply.setCookie(ATTEMPT_COOKIE, browserSecret, { ...options, maxAge: ATTEMPT_MS / 1000 })
        return url
      })
    })

    addSendingRoute(limited, finishProviderSignIn, async ({ request, reply }) => {
      await orBackToLogin(reply, async () => {
        if (provider === undefined) throw new DomainError('auth/provider-away')
        const setting = settingOf(request)
        const options = cookieOptions(setting)
        reply.clearCookie(ATTEMPT_COOKIE, { ...options, sameSite: 'lax' })
        const { browser, refreshToken } = await finishSignIn(parts, provider, {
          query: new URL(request.url, 'http://portal').searchParams,
          browserSecret: request.cookies[ATTEMPT_COOKIE] ?? '',
          browserCookie: request.cookies[BROWSER_COOKIE],
          client: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
        })
        reply.setCookie(REFRESH_COOKIE, refreshToken, { ...options, maxAge: REFRESH_SECONDS })
        reply.setCookie(BROWSER_COOKIE, browser, { ...options, maxAge: BROWSER_SECONDS })
        reply.setCookie(SESSION_MARK, '1', { ...markOptions(setting), maxAge: REFRESH_SECONDS })
        return '/dashboard'
      })
    })
  })

  function settingOf(request: FastifyRequest) {
    return { protocol: request.protocol, publicUrl: parts.publicUrl() }
  }
}

/** Sends the browser on; after a failure to the login page, which says why. */
async function orBackToLogin(reply: FastifyReply, run: () => Promise<string>): Promise<void> {
  void reply.header('cache-control', 'no-store')
  try {
    sendTo(reply, await run())
  } catch (error) {
    if (!isDomainError(error)) throw error
    reply.request.failureCode = error.code
    sendTo(reply, `/login#problem=${encodeURIComponent(error.code)}`)
  }
}

function sendTo(reply: FastifyReply, location: string): void {
  void reply.code(302).header('location', location).type('text/plain').send('Your browser goes on by itself.')
}
