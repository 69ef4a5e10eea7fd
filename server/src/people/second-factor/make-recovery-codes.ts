import { type GivenProof, requireProof } from './check-code.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { RECOVERY_CODES } from '@fieldwatch/contract/people/second-factor'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { readRecoveryCode, recoveryCodeOf } from './recovery-code.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore, hasSecondFactor } from '#people/credentials/second-factor-store.ts'
import { mailAboutFactor } from './notify-person.ts'

/** Puts new recovery codes in the place of those before. Only fingerprints are kept. */
export async function makeRecoveryCodes(
  { random, secrets }: Pick<SecondFactorParts, 'random' | 'secrets'>,
  tx: Db,
  userId: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(random.secret()))
  const fingerprints = codes.map((code) => secrets.fingerprint(readRecoveryCode(code) ?? code, userId))
  await createSecondFactorStore(tx).setRecoveryCodes(userId, fingerprints)
  return codes
}

/**
 * Makes new recovery codes for someone who has a second factor.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests, second-factor/none
 */
export async function renewRecoveryCodes(
  parts: SecondFactorParts,
  caller: Caller,
  given: GivenProof,
): Promise<string[]> {
  const { db, clock } = parts
  const { userId } = caller
  await requireProof(parts, caller, given)
  const at = clock()
  return db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(userId)
    if (!hasSecondFactor(await createSecondFactorStore(tx).find(userId))) {
      throw new DomainError('second-factor/none')
    }
    const codes = await makeRecoveryCodes(parts, tx, userId)
    await createAuditStore(tx).recordOwn(caller, { at, action: 'make recovery codes', after: { count: codes.length } })
    const user = await createUserStore(tx).get(userId)
    await mailAboutFactor(parts, tx, { user, at, kind: 'codes-made' })
    return codes
  })
}
