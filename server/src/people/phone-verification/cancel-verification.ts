import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createPhoneVerificationStore } from './phone-verification-store.ts'
import { hashRequestId } from './verification-codes.ts'
import { nextVerification } from './verification.ts'

/**
 * Ends a verification that is under way.
 * @throws DomainError phone/verification-not-found when there is none of this person
 */
export async function giveUpVerification({ db }: { db: Db }, caller: Caller, requestId: string): Promise<void> {
  const requestHash = hashRequestId(requestId)
  await db.transaction().execute(async (tx) => {
    const verifications = createPhoneVerificationStore(tx)
    const verification = await verifications.findToChange(requestHash)
    if (verification?.userId !== caller.userId || verification.state.kind !== 'pending') {
      throw new DomainError('phone/verification-not-found')
    }
    await verifications.setState(requestHash, nextVerification(verification.state, { kind: 'cancel' }))
  })
}
