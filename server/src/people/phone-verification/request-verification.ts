import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { CODE_LENGTH, CODE_LIFE_MINUTES, CODES_AN_HOUR } from '@fieldwatch/contract/people/phone-verification'
import { textsFor } from '@fieldwatch/messages/server-texts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createPhoneVerificationStore } from './phone-verification-store.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { hashCode, nextVerification } from './verification.ts'

export interface VerificationParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  queueSms: QueueSms
  limits: PeopleLimits
}

/** Keeps one user from making the portal send codes to many numbers. */
const CODES_AN_HOUR_OF_ONE_USER = 10

const CODE_LIFE_MS = CODE_LIFE_MINUTES * 60_000

/**
 * Sends a code to a phone number (a plus and digits) and returns the id of the request, which is kept nowhere else. Earlier codes
 * of this user stop working.
 * @throws DomainError phone/too-many-codes
 */
export async function startVerification(
  { db, clock, random, queueSms, limits }: VerificationParts,
  caller: Caller,
  phone: string,
): Promise<string> {
  const requestId = random.secret()
  const code = random.digits(CODE_LENGTH)
  await db.transaction().execute(async (tx) => {
    const verifications = createPhoneVerificationStore(tx)
    await createUserStore(tx).lock(caller.userId)
    await verifications.lockPhone(phone)
    await verifications.lockAll()
    const at = clock()
    await requireRoom(verifications, { caller, phone, at, codesPerHour: limits.codesPerHour })
    await verifications.cancelAllOf(caller.userId)
    const expiresAt = at + CODE_LIFE_MS
    await verifications.create({
      requestHash: hashSecret(requestId),
      userId: caller.userId,
      phone,
      codeHash: hashCode(requestId, code),
      at,
      expiresAt,
    })
    await createAuditStore(tx).recordOwn(caller, { at, action: 'request phone verification', after: { phone } })
    const t = textsFor(await createUserStore(tx).findLanguage(caller.userId))
    await queueSms(tx, { to: phone, body: t('account.sms-code', { code, minutes: CODE_LIFE_MINUTES }), expiresAt })
  })
  return requestId
}

interface Wanted {
  caller: Caller
  phone: string
  at: number
  /** The limit for the whole portal. */
  codesPerHour: number
}

async function requireRoom(
  verifications: ReturnType<typeof createPhoneVerificationStore>,
  { caller, phone, at, codesPerHour }: Wanted,
): Promise<void> {
  const since = at - LIMIT_WINDOW_MS
  const waits = [
    nextCodeAt(await verifications.listTimesOfPhone(phone, since), CODES_AN_HOUR),
    nextCodeAt(await verifications.listTimesOfUser(caller.userId, since), CODES_AN_HOUR_OF_ONE_USER),
    nextCodeAt(await verifications.listTimes(since), codesPerHour),
  ].filter((time) => time !== undefined)
  if (waits.length === 0) return
  const retryAfterSeconds = Math.ceil((Math.max(...waits) - at) / 1000)
  throw new DomainError('phone/too-many-codes', { details: { retryAfterSeconds } })
}

export const LIMIT_WINDOW_MS = HOUR_MS

/**
 * When another code may be sent, as codes were sent at `times` (epoch milliseconds, the earliest first) within the last hour
 * and at most `limit` are; undefined: now.
 */
export function nextCodeAt(times: readonly number[], limit: number): number | undefined {
  const oldestThatCounts = times.at(-limit)
  return times.length < limit || oldestThatCounts === undefined ? undefined : oldestThatCounts + LIMIT_WINDOW_MS
}

/**
 * Ends a verification that is under way.
 * @throws DomainError phone/verification-not-found when there is none of this person
 */
export async function giveUpVerification({ db }: { db: Db }, caller: Caller, requestId: string): Promise<void> {
  const requestHash = hashSecret(requestId)
  await db.transaction().execute(async (tx) => {
    const verifications = createPhoneVerificationStore(tx)
    const verification = await verifications.findToChange(requestHash)
    if (verification?.userId !== caller.userId || verification.state.kind !== 'pending') {
      throw new DomainError('phone/verification-not-found')
    }
    await verifications.setState(requestHash, nextVerification(verification.state, { kind: 'cancel' }))
  })
}
