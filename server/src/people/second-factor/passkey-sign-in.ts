import type { PasskeyAssertion } from '@fieldwatch/contract/people/passkeys'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createPasskeyStore } from './passkey-store.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'

/** How long a person may take over the question of the browser. */
export const CHALLENGE_MS = 5 * 60_000

/** What a browser needs to find a passkey of this portal, of any user. */
export async function passkeyOptions({ db, clock, publicUrl }: SecondFactorParts): Promise<object> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: passkeyOrigin(publicUrl()).rpID,
    userVerification: 'required',
  })
  await createPasskeyStore(db).addChallenge(options.challenge, undefined, clock() + CHALLENGE_MS)
  return options
}

/**
 * Finds who holds the passkey that answered a challenge.
 * @throws DomainError auth/passkey-refused, alike for an unknown passkey, a wrong answer and a disabled account
 */
export async function userOfPasskey(
  { db, clock, publicUrl }: SecondFactorParts,
  response: PasskeyAssertion,
): Promise<UserId> {
  const passkeys = createPasskeyStore(db)
  const known = await passkeys.findActive(response.id)
  if (known === undefined) throw new DomainError('auth/passkey-refused')
  const { origin, rpID } = passkeyOrigin(publicUrl())
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The shape was checked.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => passkeys.takeChallenge(challenge, undefined, clock()),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
  }).catch((error: unknown) => {
    throw new DomainError('auth/passkey-refused', { cause: error })
  })
  if (!verified) throw new DomainError('auth/passkey-refused')
  await passkeys.used(known.id, authenticationInfo.newCounter, clock())
  return known.userId
}

/** Where passkeys are good for: they belong to the name of the portal, and are used at its address alone. */
export function passkeyOrigin(publicUrl: string): { origin: string; rpID: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpID: hostname }
}

/** Loads what knows the protocol of passkeys when one is asked for: a tenth of all modules of a server, which most never need. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
