import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { switchTotpOn } from '#people/second-factor/own-totp.ts'
import { createSecondFactorStore, hasSecondFactor } from '#people/credentials/second-factor-store.ts'
import { totpSecretOf, totpUri } from '#people/second-factor/totp.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { enter, type Entry } from './start-session.ts'

/**
 * The secret for an authenticator app of someone who gave the right password and has to set a second factor up. A step keeps its
 * secret, so that asking again changes nothing, and no one else who knows the password replaces it.
 * @throws DomainError auth/step-expired
 */
export async function beginSetUp(parts: AuthParts, token: string): Promise<TotpSecret> {
  const { random, secrets } = parts
  const tokenHash = hashSecret(token)
  return parts.db.transaction().execute(async (tx) => {
    const { userId } = await getStep(parts, tx, tokenHash)
    const made = secrets.seal(totpSecretOf(random.secret()), userId)
    const kept = await createSignInStepStore(tx).keepSecret(tokenHash, made)
    if (kept === undefined) throw new DomainError('auth/step-expired')
    const secret = secrets.open(kept, userId)
    const { email } = await createUserStore(tx).get(userId)
    return { secret, uri: totpUri(secret, email) }
  })
}

interface Given {
  token: string
  code: string
}

interface SetUp extends Entry {
  recoveryCodes: string[]
}

/**
 * Signs in with the first code of the authenticator app, which is asked for from then on. Anyone who has set a second factor up in the meantime
 * is asked for that one instead: the password alone never adds another.
 * @throws DomainError auth/step-expired, auth/wrong-code
 */
export async function finishSetUp(parts: AuthParts, { token, code }: Given, client: Client): Promise<SetUp> {
  const { db, bus, clock } = parts
  const tokenHash = hashSecret(token)
  const { userId, recoveryCodes, ended } = await db.transaction().execute(async (tx) => {
    const { userId: id, secret } = await getStep(parts, tx, tokenHash)
    if (secret === undefined) throw new DomainError('auth/step-expired')
    const at = clock()
    const codes = await switchTotpOn(parts, tx, { userId: id, secret, code, at })
    await createSignInStepStore(tx).removeAllOf(id)
    return { userId: id, recoveryCodes: codes, ended: await createSessionStore(tx).endAllOf(id, at) }
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
  return { ...(await enter(parts, { userId, proof: 'authenticator app' }, client)), recoveryCodes }
}

/** The step, and its user locked until the transaction ends: of two that are finished at once one is too late. */
async function getStep({ clock }: AuthParts, tx: Db, tokenHash: Buffer) {
  const steps = createSignInStepStore(tx)
  const found = await steps.find(tokenHash, 'set up', clock())
  if (found === undefined) throw new DomainError('auth/step-expired')
  await createUserStore(tx).lock(found.userId)
  const step = await steps.find(tokenHash, 'set up', clock())
  const own = await createSecondFactorStore(tx).find(found.userId)
  if (step === undefined || hasSecondFactor(own)) throw new DomainError('auth/step-expired')
  return step
}
