import { requirePassword } from '#people/credentials/require-password.ts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { SessionProof } from '#people/credentials/session-store.ts'
import { createSignInFailureStore } from '#people/credentials/sign-in-failure-store.ts'
import { LOCK_MS } from '#people/credentials/sign-in-policy.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'
import { readRecoveryCode } from './recovery-code.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { mailAboutFactor } from './notify-person.ts'
import { stepOfCode } from './totp.ts'
import type { Caller } from '#platform/http/caller.ts'

/** Wrong codes count the same from every address: the caller already knows the password. */
const ANYWHERE = 'anywhere'

interface GivenCode {
  userId: UserId
  code: string
  /** The browser, when this account has signed in with it before: then only its own failures count. */
  browser: string | undefined
}

/**
 * Takes a code of the authenticator app or a recovery code, each once, and returns which it was.
 * @throws DomainError auth/wrong-code, auth/too-many-requests
 */
export async function checkCode(parts: SecondFactorParts, given: GivenCode): Promise<SessionProof> {
  const { db, clock, random } = parts
  const at = clock()
  const failures = createSignInFailureStore(db)
  const { userId, browser } = given
  const attempt = { id: random.id(), account: `second factor ${userId}`, network: ANYWHERE, browser, at }
  const locks = await failures.begin(attempt)
  const proof = await proofOf(parts, given, at)
  if (proof === undefined) {
    await failures.fail(attempt)
    await recordFailure(parts, given, { at, locks: locks !== undefined })
    throw new DomainError('auth/wrong-code', { details: { fields: { code: 'answers.code-wrong' } } })
  }
  await failures.succeed(attempt)
  if (proof === 'recovery code') await recordRecovery(parts, given, at)
  return proof
}

async function proofOf(
  { db, secrets }: SecondFactorParts,
  { userId, code }: GivenCode,
  at: number,
): Promise<SessionProof | undefined> {
  const store = createSecondFactorStore(db)
  const digits = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const sealed = await store.findTotpSecret(userId)
    const step = sealed && stepOfCode(secrets.open(sealed, userId), digits, at)
    return step !== undefined && (await store.takeStep(userId, step)) ? 'authenticator app' : undefined
  }
  const recovery = readRecoveryCode(code)
  if (recovery === undefined) return undefined
  const taken = await store.takeRecoveryCode(userId, secrets.fingerprint(recovery, userId), at)
  return taken ? 'recovery code' : undefined
}

async function recordFailure(
  parts: SecondFactorParts,
  { userId }: GivenCode,
  { at, locks }: { at: number; locks: boolean },
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const user = await createUserStore(tx).get(userId)
    const audit = createAuditStore(tx)
    const subject = { at, userId: undefined, entityId: user.entity, subjectKind: 'user', subjectId: userId }
    await audit.record({ ...subject, action: 'fail to sign in', after: { reason: 'wrong code' } })
    if (!locks) return
    const untilUTC = new Date(at + LOCK_MS).toISOString()
    await audit.record({ ...subject, action: 'lock sign-in', after: { where: 'second factor', untilUTC } })
    await mailAboutFactor(parts, tx, { user, at, kind: 'locked' })
  })
}

async function recordRecovery(parts: SecondFactorParts, { userId }: GivenCode, at: number): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const user = await createUserStore(tx).get(userId)
    const { recoveryCodesLeft: left } = await createSecondFactorStore(tx).find(userId)
    await createAuditStore(tx).recordOwn(
      { userId, entity: user.entity },
      {
        at,
        action: 'use recovery code',
        after: { left },
      },
    )
    await mailAboutFactor(parts, tx, { user, at, kind: 'code-used', left })
  })
}

/**
 * Asks a signed-in user who has an authenticator app for its code or a recovery code; others need none.
 * @throws DomainError auth/wrong-code, auth/too-many-requests
 */
async function requireOwnCode(
  parts: SecondFactorParts,
  { userId }: Pick<Caller, 'userId'>,
  code: string | undefined,
): Promise<void> {
  const { totpSince } = await createSecondFactorStore(parts.db).find(userId)
  if (totpSince === undefined) return
  if (code === undefined) {
    throw new DomainError('auth/wrong-code', { details: { fields: { code: 'fields.enter-code' } } })
  }
  await checkCode(parts, { userId, code, browser: undefined })
}

export interface GivenProof {
  password: string
  /** Only for someone who has an authenticator app. */
  code: string | undefined
}

/**
 * Asks a signed-in user for the password, and the code of an authenticator app, before a change of second factors.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests
 */
export async function requireProof(
  parts: SecondFactorParts,
  caller: Caller,
  { password, code }: GivenProof,
): Promise<void> {
  await requirePassword(parts, { caller, password })
  await requireOwnCode(parts, caller, code)
}
