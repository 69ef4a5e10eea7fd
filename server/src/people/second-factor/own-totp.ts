import { type GivenProof, requireProof } from './check-code.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import type { Caller } from '#platform/http/caller.ts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { endPlainSessions, followRemoval } from './follow-factors.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'
import { mailAboutFactor } from './notify-person.ts'
import { stepOfCode, totpSecretOf, totpUri } from './totp.ts'

/** How long a person may take from the QR code to the first code. */
const ENROLMENT_MS = 15 * 60_000

/**
 * Makes a secret for an authenticator app. Anyone who has one already gives its code too.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests
 */
export async function beginTotp(parts: SecondFactorParts, caller: Caller, given: GivenProof): Promise<TotpSecret> {
  const { db, clock, random, secrets } = parts
  const { userId } = caller
  await requireProof(parts, caller, given)
  const secret = totpSecretOf(random.secret())
  await createSecondFactorStore(db).beginEnrolment(userId, secrets.seal(secret, userId), clock() + ENROLMENT_MS)
  const { email } = await createUserStore(db).get(userId)
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Switches the authenticator app on that gave the first code, and signs the person out everywhere else. Returns recovery codes when
 * there were none.
 * @throws DomainError second-factor/too-late, auth/wrong-code
 */
export async function confirmTotp(parts: SecondFactorParts, caller: Caller, code: string): Promise<string[]> {
  const { db, bus, clock } = parts
  const { userId, sessionId } = caller
  const at = clock()
  const { codes, ended } = await db.transaction().execute(async (tx) => {
    const store = createSecondFactorStore(tx)
    await createUserStore(tx).lock(userId)
    const secret = await store.findEnrolment(userId, at)
    if (secret === undefined) throw new DomainError('second-factor/too-late')
    const made = await switchTotpOn(parts, tx, { userId, secret, code, at })
    const sessions = await endPlainSessions(tx, { userId, sessionId }, { proof: 'authenticator app', at })
    return { codes: made, ended: sessions }
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
  return codes
}

interface SwitchedOn {
  /** Who is locked. */
  userId: UserId
  /** What the app was given, sealed. */
  secret: Buffer
  code: string
  at: number
}

/**
 * Takes the first code of an app, from which on it is asked for. Returns recovery codes when there were none.
 * @throws DomainError auth/wrong-code
 */
export async function switchTotpOn(
  parts: SecondFactorParts,
  tx: Db,
  { userId, secret, code, at }: SwitchedOn,
): Promise<string[]> {
  const store = createSecondFactorStore(tx)
  const step = stepOfCode(parts.secrets.open(secret, userId), code.replaceAll(/\s/g, ''), at)
  if (step === undefined) throw wrongFirstCode()
  const before = await store.find(userId)
  await store.setTotp(userId, { secret, step, at })
  const codes = before.recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(parts, tx, userId)
  const isNew = before.totpSince === undefined
  const user = await createUserStore(tx).get(userId)
  await createAuditStore(tx).recordOwn(
    { userId, entity: user.entity },
    {
      at,
      action: isNew ? 'add second factor' : 'replace second factor',
      after: { secondFactor: 'authenticator app' },
    },
  )
  await mailAboutFactor(parts, tx, { user, at, kind: isNew ? 'app-added' : 'app-replaced' })
  return codes
}

function wrongFirstCode(): DomainError {
  const message = say('answers.first-code')
  return new DomainError('auth/wrong-code', { message, details: { fields: { code: message } } })
}

/**
 * Switches the authenticator app off.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests, second-factor/none
 */
export async function removeTotp(parts: SecondFactorParts, caller: Caller, given: GivenProof): Promise<void> {
  const { db, clock } = parts
  const { userId } = caller
  await requireProof(parts, caller, given)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(userId)
    if (!(await createSecondFactorStore(tx).removeTotp(userId))) throw new DomainError('second-factor/none')
    await followRemoval(tx, userId)
    await createAuditStore(tx).recordOwn(caller, {
      at,
      action: 'remove second factor',
      before: { secondFactor: 'authenticator app' },
    })
    const user = await createUserStore(tx).get(userId)
    await mailAboutFactor(parts, tx, { user, at, kind: 'app-removed' })
  })
}
