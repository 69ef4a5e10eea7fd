import type { UserId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createPhoneVerificationStore, type Verification } from './phone-verification-store.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { hashCode, isSameHash, nextVerification, type VerificationState } from './verification.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

interface Attempt {
  /** A plus and digits. */
  phone: string
  requestId: string
  code: string
}

/**
 * Takes a code; when it is right, the number becomes the caller's phone.
 * @throws DomainError phone/code-invalid, and phone/verification-not-found when this request cannot be tried (any more)
 */
export async function enterCode({ db, clock }: Parts, caller: Caller, attempt: Attempt): Promise<void> {
  const requestHash = hashSecret(attempt.requestId)
  // Throws after the commit, so that the wrong try stays counted.
  const state = await db.transaction().execute(async (tx) => {
    const verifications = createPhoneVerificationStore(tx)
    const verification = await verifications.findToChange(requestHash)
    const at = clock()
    if (verification === undefined || !mayTry(verification, caller.userId)) return undefined
    const late = at >= verification.expiresAt
    const next = nextVerification(verification.state, { kind: 'try', right: isRight(verification, attempt), late })
    await verifications.setState(requestHash, next)
    if (next.kind === 'verified') await keepPhone(tx, caller, { ...attempt, at })
    return next
  })
  refuse(state)
}

function mayTry({ userId, state }: Verification, caller: UserId): boolean {
  return userId === caller && state.kind === 'pending'
}

/** The number must be the one that the code went to. */
function isRight(verification: Verification, { phone, requestId, code }: Attempt): boolean {
  return isSameHash(verification.codeHash, hashCode(requestId, code)) && verification.phone === phone
}

function refuse(state: VerificationState | undefined): void {
  switch (state?.kind) {
    case 'verified':
      return
    case 'pending':
      throw new DomainError('phone/code-invalid')
    default:
      throw new DomainError('phone/verification-not-found')
  }
}

async function keepPhone(tx: Db, caller: Caller, { phone, at }: Attempt & { at: number }): Promise<void> {
  const users = createUserStore(tx)
  await users.lock(caller.userId)
  const before = await users.get(caller.userId)
  await users.setVerifiedPhone(caller.userId, phone)
  await createVersionStore(tx).raise({ kind: 'user', id: caller.userId }, { by: caller.userId, at })
  await createAuditStore(tx).recordOwn(caller, {
    at,
    action: 'verify phone',
    before: { phone: before.phone },
    after: { phone },
  })
}
