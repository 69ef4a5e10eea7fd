import type { Core } from '@fieldwatch/server/extension'
import { cookieOptions } from '@fieldwatch/server/people/auth/auth-cookies'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { failureOf } from '@fieldwatch/server/platform/http/error-reply'
import { limitByNetwork } from '@fieldwatch/server/platform/http/limit-networks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishProviderSignIn, startProviderSignIn } from '../contract/open-id-endpoints.ts'
import type { OpenIdProvider } from './open-id-provider.ts'
import { ATTEMPT_MS, beginSignIn, finishSignIn } from './sign-in-by-provider.ts'

/** As signing in with a password. */
const RATE = { max: 300, timeWindow: 60_000 }

/** Signing in by a provider of OpenID Connect; without one it always fails. */
export function registerOpenIdRoutes(app: FastifyInstance, core: Core, provider: OpenIdProvider | undefined): void {
  const parts = { ...core, db: core.database.db }
  void app.register(async (limited) => {
    await limitByNetwork(limited, RATE)
    await limited.register(async (redirecting) => {
      redirecting.setErrorHandler(goBackToLogin)

      addSendingRoute(redirecting, startProviderSignIn, async ({ query, request, reply }) => {
        const { url, browserSecret } = await beginSignIn(parts, requireProvider())
        // The answer comes by a navigation from the site of the provider, which carries no strict cookie.
        const options = { ...cookieOptions(settingOf(request)), sameSite: 'lax' } as const
        const attempt = writeAttempt({ browserSecret, wanted: query.redirect })
        reply.setCookie(ATTEMPT_COOKIE, attempt, { ...options, maxAge: ATTEMPT_MS / 1000 })
        sendTo(reply, url)
      })

      addSendingRoute(redirecting, finishProviderSignIn, async ({ request, reply }) => {
        const { browserSecret, wanted } = readAttempt(request.cookies[ATTEMPT_COOKIE])
        reply.clearCookie(ATTEMPT_COOKIE, { ...cookieOptions(settingOf(request)), sameSite: 'lax' })
        await finishSignIn(parts, requireProvider(), {
          query: new URL(request.url, 'http://portal').searchParams,
          browserSecret,
          admit: (userId) => core.admit(userId, reply),
        })
        sendTo(reply, wanted === undefined ? '/dashboard' : loginAddress(wanted))
      })
    })
  })

  function settingOf({ protocol }: FastifyRequest) {
    return { protocol, publicUrl: parts.publicUrl() }
  }

  function requireProvider(): OpenIdProvider {
    if (provider === undefined) throw new DomainError('auth/provider-away')
    return provider
  }
}

/** A browser that goes somewhere shows no JSON: whatever went wrong, the login page says it. */
function goBackToLogin(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code } = failureOf(error)
  if (code === 'server/internal') request.log.error({ err: error }, 'OpenID Connect sign-in failed unexpectedly')
  request.failureCode = code
  const { redirect } = request.query as { redirect?: unknown }
  const wanted = typeof redirect === 'string' ? redirect : readAttempt(request.cookies[ATTEMPT_COOKIE]).wanted
  sendTo(reply, `${loginAddress(wanted)}#problem=${encodeURIComponent(code)}`)
}

/** The login page, which leads on to where someone wanted to go; it judges itself whether that is a page of the portal. */
function loginAddress(wanted: string | undefined): string {
  return wanted === undefined ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

function sendTo(reply: FastifyReply, location: string): void {
  void reply
    .header('cache-control', 'no-store')
    .code(302)
    .header('location', location)
    .type('text/plain')
    .send('Your browser continues automatically.')
}

/** What a browser keeps while its user is at the provider. */
interface Attempt {
  /** Ties the answer of the provider to the browser that asked. */
  readonly browserSecret: string
  /** The page that the user wanted to open; undefined: none. */
  readonly wanted: string | undefined
}

const ATTEMPT_COOKIE = 'fieldwatch_sign_in'

/** Browsers drop cookies of more than 4,096 bytes; a longer address is forgotten instead. */
const LONGEST_WANTED = 3_000

function writeAttempt({ browserSecret, wanted = '' }: Attempt): string {
  const kept = Buffer.from(wanted).toString('base64url')
  return `${browserSecret}.${kept.length > LONGEST_WANTED ? '' : kept}`
}

function readAttempt(cookie = ''): Attempt {
  const [browserSecret = '', kept = ''] = cookie.split('.')
  return { browserSecret, wanted: kept === '' ? undefined : Buffer.from(kept, 'base64url').toString() }
}
