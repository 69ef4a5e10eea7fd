import { exportJWK, generateKeyPair } from 'jose'
import type { Platform } from '#platform/floor.ts'
import type { Random } from '#platform/random/random.ts'
import { createSigningKeyStore, type StoredKey } from './signing-key-store.ts'

/** ECDSA on P-256 with SHA-256. */
export const ALGORITHM = 'ES256'

/** The newest first. */
export type SigningKeys = readonly [StoredKey, ...StoredKey[]]

type Parts = Pick<Platform, 'db' | 'clock' | 'random'>

/** Loads the keys from the database, making the first one if there is none. */
export async function loadSigningKeys({ db, clock, random }: Parts): Promise<SigningKeys> {
  const store = createSigningKeyStore(db)
  const stored = await store.list()
  const [newest, ...others] = stored.length > 0 ? stored : await store.createFirst(() => makeKey(random), clock())
  if (newest === undefined) throw new Error('there is no signing key')
  return [newest, ...others]
}

/** What other secrets are derived from: the private part of the oldest key, which never changes. */
export function oldestSecret(keys: SigningKeys): string {
  const secret = keys.at(-1)?.privateKey.d
  if (secret === undefined) throw new Error('a signing key has no private part')
  return secret
}

async function makeKey(random: Random): Promise<StoredKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  return {
    id: random.id(),
    privateKey: await exportJWK(pair.privateKey),
    publicKey: await exportJWK(pair.publicKey),
  }
}
