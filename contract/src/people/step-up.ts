import { z } from 'zod'
import { GivenPassword } from './auth.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { UtcTime } from '../api/ids.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { FactorCode } from './second-factor.ts'

/** How long a password or second factor counts after it was given, at sign-in or by `stepUp`. */
export const PROOF_MINUTES = 10

export const stepUp = defineEndpoint(`POST ${API_BASE}/me/step-up`, {
  tag: 'auth',
  summary: `Give the password or a second factor again, for changes that ask for it; counts for ${PROOF_MINUTES} minutes`,
  body: z
    .object({
      password: GivenPassword.optional(),
      /** A code of the authenticator app, or a recovery code. */
      code: FactorCode.optional(),
      /** Answers a challenge of `auth/passkey/options`. */
      passkey: PasskeyAssertion.optional(),
    })
    .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
      path: ['password'],
      message: 'fields.proof',
    }),
  reply: envelope(z.object({ untilUTC: UtcTime })),
})
