import { hash } from 'node:crypto'

/** What is kept of a secret. It cannot be guessed, so that a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
