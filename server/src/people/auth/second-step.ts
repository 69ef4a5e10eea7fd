import { SECOND_FACTOR_WAYS } from '@fieldwatch/contract/api/errors'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { PasskeyAssertion } from '@fieldwatch/contract/people/passkeys'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { checkCode } from '#people/second-factor/check-code.ts'
import { userOfPasskey } from '#people/second-factor/passkey-sign-in.ts'
import { createRequiredFactorStore } from '#people/entities/required-factor-store.ts'
import { createSecondFactorStore, hasSecondFactor } from '#people/credentials/second-factor-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { HAS } from '#people/credentials/require-recent-proof.ts'
import { enter, type Entry } from './start-session.ts'

/** How long a person may take from the password to the second factor. */
const STEP_MS = 10 * 60_000

/** As `STEP_MS`, where one has to be set up first: an app may have to be found and installed. */
const SET_UP_MS = 30 * 60_000

/**
 * Refuses a sign-in with the right password that needs a second factor, or has to set up the one that the entity
 * requires. The refusal carries a token that is good for that alone.
 * @throws DomainError auth/second-factor-needed, auth/second-factor-to-set-up
 */
export async function requireSecondStep({ db, clock, random }: AuthParts, userId: UserId): Promise<void> {
  const own = await createSecondFactorStore(db).find(userId)
  const has = hasSecondFactor(own)
  if (!has && !(await createRequiredFactorStore(db).isRequiredOf(userId))) return
  const token = random.secret()
  const step = { tokenHash: hashSecret(token), userId }
  const steps = createSignInStepStore(db)
  if (!has) {
    await steps.create({ ...step, kind: 'set up', expiresAt: clock() + SET_UP_MS })
    throw new DomainError('auth/second-factor-to-set-up', { details: { setUp: { token } } })
  }
  await steps.create({ ...step, kind: 'ask', expiresAt: clock() + STEP_MS })
  const ways = SECOND_FACTOR_WAYS.filter((way) => HAS[way](own))
  throw new DomainError('auth/second-factor-needed', { details: { secondFactor: { token, ways } } })
}

interface Given {
  token: string
  code: string
}

/**
 * Signs in who gave the right password before, and a code now.
 * @throws DomainError auth/step-expired, auth/wrong-code, auth/too-many-requests
 */
export async function signInWithCode(parts: AuthParts, { token, code }: Given, client: Client): Promise<Entry> {
  const { db, clock, browsers } = parts
  const steps = createSignInStepStore(db)
  const tokenHash = hashSecret(token)
  const step = await steps.find(tokenHash, 'ask', clock())
  if (step === undefined) throw new DomainError('auth/step-expired')
  const { userId } = step
  const browser = browsers.read(client.browser)
  const known = browser?.users.includes(userId) === true ? browser.id : undefined
  const proof = await checkCode(parts, { userId, code, browser: known })
  if (!(await steps.take(tokenHash))) throw new DomainError('auth/step-expired')
  return enter(parts, { userId, proof }, client)
}

/**
 * Signs in the holder of a passkey of this portal: it replaces password and second factor.
 * @throws DomainError auth/passkey-refused
 */
export async function signInWithPasskey(parts: AuthParts, passkey: PasskeyAssertion, client: Client): Promise<Entry> {
  return enter(parts, { userId: await userOfPasskey(parts, passkey), proof: 'passkey' }, client)
}
