import { createHmac, hkdfSync } from 'node:crypto'
import { openText, sealText } from '#platform/random/seal-text.ts'
import { oldestSecret, type SigningKeys } from './signing-keys.ts'

/** Secrets that the portal has to know, but that no one reads who sees a row of the database. */
export type SealedSecrets = ReturnType<typeof createSealedSecrets>

/** The keys are derived (HKDF, RFC 5869) from the oldest signing key, which is in the database and its backups. */
export function createSealedSecrets(keys: SigningKeys) {
  const oldest = oldestSecret(keys)
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', oldest, '', `fieldwatch ${purpose}`, 32))
  const cipherKey = derive('sealed secret')
  const fingerprintKey = derive('fingerprint')

  return {
    /** `owner`: whose secret it is; it opens for no one else. */
    seal: (secret: string, owner: string): Buffer => sealText(cipherKey, secret, owner),
    open: (sealed: Buffer, owner: string): string => openText(cipherKey, sealed, owner),
    /** For secrets that are only compared, and are too short for a plain hash. */
    fingerprint: (secret: string, owner: string): Buffer =>
      createHmac('sha256', fingerprintKey).update(`${owner}\n${secret}`).digest(),
  }
}
