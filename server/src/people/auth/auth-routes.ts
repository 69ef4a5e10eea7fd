import {
  checkPasswordReset as checkPasswordResetEndpoint,
  confirmPasswordReset as confirmPasswordResetEndpoint,
  jwks,
  listSignInProviders,
  refresh,
  requestPasswordReset as requestPasswordResetEndpoint,
  signIn,
  type SignInProvider,
  signOut as signOutEndpoint,
} from '@fieldwatch/contract/people/auth'
import { getPasskeyOptions, signInWithPasskey as signInWithPasskeyEndpoint } from '@fieldwatch/contract/people/passkeys'
import {
  confirmSetUp,
  setUpSecondFactor,
  signInWithCode as signInWithCodeEndpoint,
} from '@fieldwatch/contract/people/second-factor'
import { changeOwnPassword, confirmEmailChange } from '@fieldwatch/contract/people/own-password'
import { type stepUp as endpoint, stepUp as stepUpEndpoint } from '@fieldwatch/contract/people/step-up'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { confirmEmail } from '#people/users/change-email.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { clientOf, endedCookies, REFRESH_COOKIE, sessionCookies } from './auth-cookies.ts'
import type { AuthParts } from './auth-parts.ts'
import { changePassword } from './change-password.ts'
import { checkPasswordReset, confirmPasswordReset, requestPasswordReset } from './reset-password.ts'
import { limitByNetwork } from '#platform/http/limit-networks.ts'
import { refreshSession } from './refresh-session.ts'
import { passkeyOptions, userOfPasskey } from '#people/second-factor/passkey-sign-in.ts'
import { signInWithCode, signInWithPasskey } from './second-step.ts'
import { beginSetUp, finishSetUp } from './set-up-second-factor.ts'
import { createSignIn } from './sign-in.ts'
import { enter as startSession, type Entry, type OpenSession } from './start-session.ts'
import { signOut } from './end-sessions.ts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { checkCode } from '#people/second-factor/check-code.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import { PROOF_MS } from '#people/credentials/require-recent-proof.ts'

/** Generous, because a whole company may share an address; guessing is stopped long before by counting failures. */
const RATE = { max: 300, timeWindow: 60_000 }

/** Signing in and out, for everyone. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, jwks, async () => ({ keys: [...parts.idTokens.publicKeys] }))
  // Each endpoint has its own rate limit, so that guessing passwords does not block the refreshes of colleagues behind the same
  // address.
  for (const register of [registerSignIn, registerSessionRoutes, registerPasswordRoutes]) {
    void app.register(async (limited) => {
      await limitByNetwork(limited, RATE)
      register(limited, parts)
    })
  }
}

function registerSignIn(app: FastifyInstance, parts: AuthParts): void {
  const enter = createSignIn(parts)

  addRoute(app, signIn, async ({ body, request, reply }) => admit(reply, await enter(body, clientOf(request))))

  addRoute(app, signInWithCodeEndpoint, async ({ body, request, reply }) =>
    admit(reply, await signInWithCode(parts, body, clientOf(request))),
  )

  addRoute(app, setUpSecondFactor, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    return success(await beginSetUp(parts, body.token))
  })

  addRoute(app, confirmSetUp, async ({ body, request, reply }) => {
    const { recoveryCodes, ...entry } = await finishSetUp(parts, body, clientOf(request))
    const { details, ...envelope } = admit(reply, entry)
    return { ...envelope, details: { ...details, recoveryCodes } }
  })

  addRoute(app, getPasskeyOptions, async () => success({ ...(await passkeyOptions(parts)) }))

  addRoute(app, signInWithPasskeyEndpoint, async ({ body, request, reply }) =>
    admit(reply, await signInWithPasskey(parts, body.passkey, clientOf(request))),
  )

  function admit(reply: FastifyReply, entry: Entry) {
    setSession(reply, parts, entry)
    return success(entry.signedIn)
  }
}

/** By whom people can sign in besides. */
export function registerProviderRoutes(app: FastifyInstance, providers: readonly SignInProvider[]): void {
  void app.register(async (limited) => {
    await limitByNetwork(limited, RATE)
    addRoute(limited, listSignInProviders, async () => success([...providers]))
  })
}

/** Starts a session of someone whom a provider vouches for, and gives it to the browser. */
export type Admit = (userId: UserId, reply: FastifyReply) => Promise<void>

export function createAdmission(parts: AuthParts): Admit {
  return async (userId, reply) =>
    setSession(reply, parts, await startSession(parts, { userId, proof: 'provider' }, clientOf(reply.request)))
}

function setSession(reply: FastifyReply, { publicUrl }: AuthParts, session: OpenSession | Entry): void {
  const { protocol } = reply.request
  for (const { name, value, options } of sessionCookies(session, { protocol, publicUrl: publicUrl() }))
    reply.setCookie(name, value, options)
  reply.header('cache-control', 'no-store')
}

function registerSessionRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, refresh, async ({ request, reply }) => {
    const token = request.cookies[REFRESH_COOKIE]
    if (token === undefined) throw new DomainError('auth/missing-token')
    const session = await refreshSession(parts, token)
    setSession(reply, parts, session)
    return success(session.signedIn)
  })

  addRoute(app, signOutEndpoint, async ({ request, reply }) => {
    const token = request.cookies[REFRESH_COOKIE]
    if (token !== undefined) await signOut(parts, token)
    const setting = { protocol: request.protocol, publicUrl: parts.publicUrl() }
    for (const { name, options } of endedCookies(setting)) reply.clearCookie(name, options)
    return done()
  })
}

function registerPasswordRoutes(app: FastifyInstance, parts: AuthParts): void {
  addRoute(app, requestPasswordResetEndpoint, async ({ body }) => {
    await requestPasswordReset(parts, body.email)
    return done('An email was sent')
  })

  addRoute(app, checkPasswordResetEndpoint, async ({ body }) => success(await checkPasswordReset(parts, body.token)))

  addRoute(app, confirmPasswordResetEndpoint, async ({ body }) => {
    await confirmPasswordReset(parts, body)
    return done()
  })

  addRoute(app, confirmEmailChange, async ({ body }) => success(await confirmEmail(parts, body.token)))

  addRoute(app, stepUpEndpoint, async ({ caller, body }) =>
    success({ untilUTC: formatTime(await stepUp(parts, caller, body)) }),
  )

  addRoute(app, changeOwnPassword, async ({ caller, body }) => {
    await changePassword(parts, { caller, ...body })
    return done()
  })
}

/**
 * Takes the caller's password or second factor again, and returns until when it counts.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/passkey-refused, auth/too-many-requests
 */
async function stepUp(parts: AuthParts, caller: Caller, given: BodyOf<typeof endpoint>): Promise<number> {
  await prove(parts, caller, given)
  const at = parts.clock()
  await createSessionStore(parts.db).setProvenAt(caller.sessionId, at)
  return at + PROOF_MS
}

async function prove(parts: AuthParts, caller: Caller, { password, code, passkey }: BodyOf<typeof endpoint>) {
  const { userId } = caller
  if (passkey !== undefined) {
    if ((await userOfPasskey(parts, passkey)) !== userId) throw new DomainError('auth/passkey-refused')
  } else if (code !== undefined) await checkCode(parts, { userId, code, browser: undefined })
  else await requirePassword(parts, { caller, password: password ?? '' })
}
