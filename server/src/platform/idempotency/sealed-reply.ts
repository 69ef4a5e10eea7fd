import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a reply with a key derived from the idempotency key (HKDF, RFC 5869), of which the portal keeps only a hash. */
export function sealReply(reply: unknown, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, cipherKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function openReply(sealed: Buffer, secret: string): unknown {
  const decipher = createDecipheriv(CIPHER, cipherKey(secret), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8'))
}

function cipherKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fieldwatch idempotent reply', 32))
}
