import { z } from 'zod'
import { GivenPassword, SignedIn } from './auth.ts'
import { CONFIRM_SET_UP, SECOND_STEP, SET_UP_FACTOR } from './auth-addresses.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { UserId, UtcTime } from '../api/ids.ts'
import { line } from '../text/text.ts'

/** How many recovery codes are made at once; each works once. */
export const RECOVERY_CODES = 10

/** The six digits of an authenticator app, or a recovery code. */
export const FactorCode = line(40).min(1, 'fields.enter-code')

/** What goes into an authenticator app. */
export const TotpSecret = z.object({
  /** In Base32, to type it. */
  secret: z.string(),
  /** The same as an address that apps read from a QR code. */
  uri: z.string(),
})
export type TotpSecret = z.infer<typeof TotpSecret>

/** New recovery codes, shown this once; empty where there are some already. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const OwnSecondFactor = z.object({
  /** Since when an authenticator app is asked for; null: it is not. */
  totpSinceUTC: UtcTime.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the entity, or one above it, requires one: then the last one stays. */
  required: z.boolean(),
  /** The oldest first. */
  passkeys: z.array(
    z.object({
      passkeyID: z.string(),
      name: z.string(),
      addedUTC: UtcTime,
      /** Null: not since it was added. */
      lastUsedUTC: UtcTime.nullable(),
    }),
  ),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

const publicEndpoint = endpointsWith({ access: 'public', tag: 'second-factor' })
const userEndpoint = endpointsWith({ tag: 'second-factor' })

export const signInWithCode = publicEndpoint(SECOND_STEP, {
  summary: 'Continue a sign-in that asked for a second factor: a code of the authenticator app or a recovery code',
  body: z.object({
    /** From the answer to the password; good for ten minutes. */
    token: z.string().min(1).max(200),
    code: FactorCode,
  }),
  reply: envelope(SignedIn),
})

/** From the answer to the password of someone who has to set a second factor up; good for half an hour. */
const SetUpToken = z.string().min(1).max(200)

export const setUpSecondFactor = publicEndpoint(SET_UP_FACTOR, {
  summary: 'Continue a sign-in for which a second factor has to be set up: the secret for an authenticator app',
  body: z.object({ token: SetUpToken }),
  reply: envelope(TotpSecret),
})

export const confirmSetUp = publicEndpoint(CONFIRM_SET_UP, {
  summary: 'Switch the authenticator app on with its first code, and sign in; sets the refresh cookie',
  body: z.object({ token: SetUpToken, code: FactorCode }),
  reply: envelope(SignedIn.extend(RecoveryCodes.shape)),
})

export const getSecondFactor = userEndpoint(`GET ${API_BASE}/me/second-factor`, {
  summary: 'What the caller signs in with besides the password',
  reply: envelope(OwnSecondFactor),
})

export const enrolTotp = userEndpoint(`POST ${API_BASE}/me/second-factor/totp`, {
  summary: 'Begin to set up an authenticator app; nothing changes before a first code confirms it',
  body: z.object({
    password: GivenPassword,
    /** A code of the app that is replaced, or a recovery code, where there is one. */
    code: FactorCode.optional(),
  }),
  reply: envelope(TotpSecret),
})

export const confirmTotp = userEndpoint(`POST ${API_BASE}/me/second-factor/totp/confirm`, {
  idempotent: true,
  summary: 'Switch the authenticator app on with its first code; signs out everywhere else',
  body: z.object({ code: FactorCode }),
  reply: envelope(RecoveryCodes),
})

export const removeTotp = userEndpoint(`DELETE ${API_BASE}/me/second-factor/totp`, {
  summary: 'Switch the authenticator app off',
  body: z.object({ password: GivenPassword, code: FactorCode }),
})

export const makeRecoveryCodes = userEndpoint(`POST ${API_BASE}/me/second-factor/recovery-codes`, {
  idempotent: true,
  summary: 'Make new recovery codes; those before stop working',
  body: z.object({
    password: GivenPassword,
    /** Where there is an authenticator app. */
    code: FactorCode.optional(),
  }),
  reply: envelope(RecoveryCodes),
})

export const resetSecondFactor = userEndpoint(`DELETE ${API_BASE}/users/second-factor`, {
  summary: 'Take the second factor from a user who has lost it, and sign that user out everywhere (admin)',
  body: z.object({ userUID: UserId }),
})
