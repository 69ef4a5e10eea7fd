import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { KEY_LIFE_MS } from '#platform/idempotency/create-idempotency.ts'
import { createIdempotencyStore } from '#platform/idempotency/idempotency-store.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { createPhoneVerificationStore } from '#people/phone-verification/phone-verification-store.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { createProgramTokenStore } from '#people/credentials/program-token-store.ts'
import { createOpenIdStore } from '#people/open-id/open-id-store.ts'
import { createEmailChangeStore } from '#people/users/email-change-store.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createPasskeyStore } from '#people/second-factor/passkey-store.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { createSignInFailureStore } from '#people/credentials/sign-in-failure-store.ts'

/** How often expired rows are removed. */
export const REMOVE_EXPIRED_EVERY_MS = 10 * 60_000

/** Removes expired sessions, failures, links and messages. */
export async function removeExpired({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock()
  await createSignInFailureStore(db).removeOld(now)
  await createSessionStore(db).removeOld(now - 7 * DAY_MS)
  await createPasswordResetStore(db).removeOld(now - DAY_MS)
  await createOpenIdStore(db).removeOld(now)
  await createEmailChangeStore(db).removeOld(now - DAY_MS)
  await createProgramTokenStore(db).removeOld(now - 30 * DAY_MS)
  await createSignInStepStore(db).removeOld(now)
  await createSecondFactorStore(db).removeOldEnrolments(now)
  await createPasskeyStore(db).removeOldChallenges(now)
  await createPhoneVerificationStore(db).removeOld(now - DAY_MS)
  await createAuditStore(db).removeOfUnknown(now - 30 * DAY_MS)
  await createIdempotencyStore(db).removeOld(now - KEY_LIFE_MS)
  await createOutboxStore(db).blankExpired(now)
  await createOutboxStore(db).removeOld({ now, sentBefore: now - DAY_MS, writtenBefore: now - 30 * DAY_MS })
}
