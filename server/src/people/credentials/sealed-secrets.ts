import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { oldestSecret, type SigningKeys } from './signing-keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Secrets that the portal has to know, but that no one reads who sees a row of the database. */
export interface SealedSecrets {
  /** `owner`: whose secret it is; it opens for no one else. */
  seal(secret: string, owner: string): Buffer
  open(sealed: Buffer, owner: string): string
  /** For secrets that are only compared, and are too short for a plain hash. */
  fingerprint(secret: string, owner: string): Buffer
}

/** The keys are derived (HKDF, RFC 5869) from the oldest signing key, which is in the database and its backups. */
export function createSealedSecrets(keys: SigningKeys): SealedSecrets {
  const oldest = oldestSecret(keys)
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', oldest, '', `fieldwatch ${purpose}`, 32))
  const cipherKey = derive('sealed secret')
  const fingerprintKey = derive('fingerprint')

  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, cipherKey, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed, owner) => {
      const decipher = createDecipheriv(CIPHER, cipherKey, sealed.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    },
    fingerprint: (secret, owner) => createHmac('sha256', fingerprintKey).update(`${owner}\n${secret}`).digest(),
  }
}
