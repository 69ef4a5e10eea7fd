import { z } from 'zod'
import { GivenPassword, SignedIn } from './auth.ts'
import { PASSKEY_OPTIONS, PASSKEY_SIGN_IN } from './auth-addresses.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { FactorCode, RecoveryCodes } from './second-factor.ts'
import { line } from '../text/text.ts'

/** Most passkeys of one person. */
export const PASSKEYS_AT_MOST = 20

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*={0,2}$/, 'fields.base64')
const PasskeyId = Base64Url.min(1).max(2000)
const PasskeyName = line(60).min(1, 'fields.enter-name')

/** What every answer of a passkey has (WebAuthn Level 3, `PublicKeyCredential.toJSON`). */
const answer = {
  id: PasskeyId,
  rawId: PasskeyId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  /** Nothing of it is asked for. */
  clientExtensionResults: z.strictObject({}),
}

const Registration = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    authenticatorData: Base64Url.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: Base64Url.optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof Registration>

export const PasskeyAssertion = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What goes to the browser, in the shape of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const BrowserOptions = z.record(z.string(), z.unknown())

const publicEndpoint = endpointsWith({ access: 'public', tag: 'second-factor' })
const userEndpoint = endpointsWith({ tag: 'second-factor' })

export const getPasskeyOptions = publicEndpoint(PASSKEY_OPTIONS, {
  summary: 'A challenge for signing in with a passkey; good once, for five minutes',
  reply: envelope(BrowserOptions),
})

export const signInWithPasskey = publicEndpoint(PASSKEY_SIGN_IN, {
  summary: 'Sign in with a passkey, in place of password and second factor; sets the refresh cookie',
  body: z.object({ passkey: PasskeyAssertion }),
  reply: envelope(SignedIn),
})

export const beginPasskey = userEndpoint(`POST ${API_BASE}/me/passkeys/options`, {
  summary: 'A challenge for adding a passkey',
  body: z.object({
    password: GivenPassword,
    /** Where there is an authenticator app. */
    code: FactorCode.optional(),
  }),
  reply: envelope(BrowserOptions),
})

export const addPasskey = userEndpoint(`POST ${API_BASE}/me/passkeys`, {
  summary: 'Add a passkey that answered the challenge; the first second factor signs out everywhere else',
  body: z.object({ name: PasskeyName, passkey: Registration }),
  reply: envelope(RecoveryCodes),
})

export const renamePasskey = userEndpoint(`PUT ${API_BASE}/me/passkeys`, {
  summary: 'Give an own passkey another name',
  body: z.object({ passkeyID: PasskeyId, name: PasskeyName }),
})

export const removePasskey = userEndpoint(`DELETE ${API_BASE}/me/passkeys`, {
  summary: 'Remove an own passkey',
  body: z.object({ passkeyID: PasskeyId, password: GivenPassword }),
})
