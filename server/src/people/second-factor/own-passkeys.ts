import { type GivenProof, requireProof } from './check-code.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import {
  type addPasskey as addEndpoint,
  PASSKEYS_AT_MOST,
  type removePasskey as removeEndpoint,
} from '@fieldwatch/contract/people/passkeys'
import { requirePassword } from '#people/credentials/require-password.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { endPlainSessions, followRemoval } from './follow-factors.ts'
import { CHALLENGE_MS, loadWebAuthn, passkeyOrigin } from './passkey-sign-in.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { createPasskeyStore } from './passkey-store.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore, hasSecondFactor } from '#people/credentials/second-factor-store.ts'
import { mailAboutFactor } from './notify-person.ts'

/** EdDSA, ES256 and RS256 (COSE), which are all that devices have so far. */
const ALGORITHMS = [-8, -7, -257]

/**
 * What a browser needs to make a passkey, with a challenge that is bound to the user.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests, second-factor/too-many
 */
export async function beginPasskey(parts: SecondFactorParts, caller: Caller, given: GivenProof): Promise<object> {
  const { db, clock, publicUrl } = parts
  const { userId } = caller
  await requireProof(parts, caller, given)
  const passkeys = createPasskeyStore(db)
  const own = await passkeys.listOf(userId)
  if (own.length >= PASSKEYS_AT_MOST) throw new DomainError('second-factor/too-many')
  const { email, firstName, lastName } = await createUserStore(db).get(userId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Fieldwatch',
    rpID: passkeyOrigin(publicUrl()).rpID,
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`.trim(),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ id }) => ({ id })),
    // It replaces password and second factor, so it verifies its holder, and is found without an address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await passkeys.addChallenge(options.challenge, userId, clock() + CHALLENGE_MS)
  return options
}

/**
 * Adds the passkey that answered the challenge. Returns recovery codes when there were none.
 * @throws DomainError auth/passkey-refused
 */
export async function addPasskey(
  parts: SecondFactorParts,
  caller: Caller,
  { name, passkey }: BodyOf<typeof addEndpoint>,
): Promise<string[]> {
  const { db, bus, clock } = parts
  const { userId } = caller
  const at = clock()
  const credential = await verify(parts, caller, passkey)
  const { codes, ended } = await db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(userId)
    const before = await createSecondFactorStore(tx).find(userId)
    const added = await createPasskeyStore(tx).add(userId, {
      id: credential.id,
      name,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      addedAt: at,
    })
    if (!added) throw new DomainError('auth/passkey-refused')
    const made = before.recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(parts, tx, userId)
    await record(parts, tx, caller, { at, action: 'add passkey', after: { name } })
    if (hasSecondFactor(before)) return { codes: made, ended: [] }
    return { codes: made, ended: await endPlainSessions(tx, caller, { proof: 'passkey', at }) }
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
  return codes
}

async function verify(
  { db, clock, publicUrl }: SecondFactorParts,
  { userId }: Caller,
  response: BodyOf<typeof addEndpoint>['passkey'],
) {
  const { origin, rpID } = passkeyOrigin(publicUrl())
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The shape was checked; names of transports are whatever the browser knows.
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => createPasskeyStore(db).takeChallenge(challenge, userId, clock()),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo !== undefined) return registrationInfo.credential
  } catch (error) {
    throw new DomainError('auth/passkey-refused', { cause: error })
  }
  throw new DomainError('auth/passkey-refused')
}

/** @throws DomainError second-factor/none */
export async function renamePasskey(
  parts: SecondFactorParts,
  caller: Caller,
  { passkeyID, name }: { passkeyID: string; name: string },
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const before = await createPasskeyStore(tx).rename(caller.userId, passkeyID, name)
    if (before === undefined) throw new DomainError('second-factor/none')
    const names = { before: { name: before }, after: { name } }
    await createAuditStore(tx).recordOwn(caller, { at: parts.clock(), action: 'rename passkey', ...names })
  })
}

/** @throws DomainError auth/wrong-password, auth/too-many-requests, second-factor/none */
export async function removePasskey(
  parts: SecondFactorParts,
  caller: Caller,
  { passkeyID, password }: BodyOf<typeof removeEndpoint>,
): Promise<void> {
  const { userId } = caller
  await requirePassword(parts, { caller, password })
  const at = parts.clock()
  await parts.db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(userId)
    const name = await createPasskeyStore(tx).remove(userId, passkeyID)
    if (name === undefined) throw new DomainError('second-factor/none')
    await followRemoval(tx, userId)
    await record(parts, tx, caller, { at, action: 'remove passkey', before: { name } })
  })
}

type Change = { at: number; action: 'add passkey' | 'remove passkey'; before?: object; after?: object }

async function record(parts: SecondFactorParts, tx: Db, caller: Caller, { at, ...change }: Change): Promise<void> {
  const user = await createUserStore(tx).get(caller.userId)
  await createAuditStore(tx).recordOwn(caller, { at, ...change })
  const kind = change.action === 'add passkey' ? 'passkey-added' : 'passkey-removed'
  await mailAboutFactor(parts, tx, { user, at, kind })
}
