import { createHash, createHmac } from 'node:crypto'
import { SessionId } from '@fieldwatch/contract/ids'
import type { SigningKeys } from './signing-keys.ts'

/** How long a session lives after it was last refreshed. */
export const SESSION_MS = 30 * 24 * 60 * 60_000

export interface RefreshToken {
  sessionId: SessionId
  /** 256 bits that nobody can guess; only their hash is kept. */
  secret: string
}

export function writeRefreshToken({ sessionId, secret }: RefreshToken): string {
  return `${sessionId}.${secret}`
}

/** Undefined for anything that we cannot have written. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [id, secret, ...rest] = text.split('.')
  const sessionId = SessionId.safeParse(id)
  if (!sessionId.success || secret === undefined || secret === '' || rest.length > 0) return undefined
  return { sessionId: sessionId.data, secret }
}

/** 256 bits that nobody can guess need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The secret that replaces one that was used. */
export type SuccessorOf = (secret: string) => string

/**
 * Successors follow from the secret before and a key of ours, so that a browser that asks twice, in two tabs or because it
 * never got the first answer, gets the same one twice although we keep only hashes.
 */
export function createSuccessors(keys: SigningKeys): SuccessorOf {
  const oldest = keys.at(-1)?.privateKey.d
  if (oldest === undefined) throw new Error('a signing key has no private part')
  return (secret) => createHmac('sha256', `refresh token ${oldest}`).update(secret).digest('base64url')
}
