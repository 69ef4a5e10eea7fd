import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { PROVIDERS, REFRESH, SIGN_IN, SIGN_OUT } from './auth-addresses.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { SessionUser } from './users.ts'

/** How long an ID token is good for. */
export const ID_TOKEN_SECONDS = 15 * 60

export const PASSWORD_MIN_LENGTH = 10
export const PASSWORD_MAX_LENGTH = 200

/** A newly chosen password; the server also refuses common ones. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_LENGTH, sentence('fields.password-length', { count: PASSWORD_MIN_LENGTH }))
  .max(PASSWORD_MAX_LENGTH)

/** With a new password: also revokes the person's own program tokens. */
export const RevokeTokens = z.boolean().optional()

/** A password that someone has, as they type it. */
export const GivenPassword = z.string().min(1, 'fields.enter-password').max(PASSWORD_MAX_LENGTH)

export const SignedIn = z.object({
  idToken: z.string(),
  /** When the ID token expires. */
  expiresAt: z.iso.datetime(),
  user: SessionUser,
})
export type SignedIn = z.infer<typeof SignedIn>

const publicEndpoint = endpointsWith({ access: 'public', tag: 'auth' })

export const signIn = publicEndpoint(SIGN_IN, {
  summary: 'Sign in with email and password; sets the refresh cookie',
  body: z.object({
    email: z.string().trim().min(1, 'fields.enter-email').max(254),
    password: GivenPassword,
  }),
  reply: envelope(SignedIn),
})

export const refresh = publicEndpoint(REFRESH, {
  summary: 'Exchange the refresh cookie for a new ID token and a new cookie',
  reply: envelope(SignedIn),
})

export const signOut = publicEndpoint(SIGN_OUT, {
  summary: 'End the session of the refresh cookie',
})

/** A service elsewhere by which people can sign in. */
export const SignInProvider = z.object({
  /** As the button of the login page names it. */
  name: z.string(),
  /** Where the button leads, on this portal. It takes as `redirect` the page that someone wanted to open. */
  path: z.string(),
})
export type SignInProvider = z.infer<typeof SignInProvider>

export const listSignInProviders = publicEndpoint(PROVIDERS, {
  summary: 'The services elsewhere by which people can sign in besides',
  reply: envelope(z.array(SignInProvider)),
})

export const requestPasswordReset = publicEndpoint(`POST ${API_BASE}/auth/password-reset`, {
  idempotent: true,
  summary: 'Send a mail with a reset link; never tells whether the address exists',
  body: z.object({ email: z.string().trim().min(1, 'fields.enter-email').max(254) }),
})

export const checkPasswordReset = publicEndpoint(`POST ${API_BASE}/auth/password-reset/check`, {
  summary: 'Tell whether a mailed link is still good, without using it, and whether it is an invitation',
  body: z.object({ token: z.string().min(1).max(200) }),
  reply: envelope(
    z.object({
      invited: z.boolean(),
      /** How many tokens for programs the person has. */
      programTokens: z.number().int(),
    }),
  ),
})

export const confirmPasswordReset = publicEndpoint(`POST ${API_BASE}/auth/password-reset/confirm`, {
  idempotent: true,
  summary: 'Set a new password with the token of the mailed link; ends all sessions of the user',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword, revokeTokens: RevokeTokens }),
})

export const jwks = publicEndpoint('GET /.well-known/jwks.json', {
  summary: 'The public keys that ID tokens are signed with (RFC 7517)',
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})
