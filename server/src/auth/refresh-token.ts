import { createHash } from 'node:crypto'
import { SessionId } from '@fieldwatch/contract/ids'

/** How long a session lives after it was last refreshed. */
export const SESSION_MS = 30 * 24 * 60 * 60_000

export interface RefreshToken {
  sessionId: SessionId
  /** 256 random bits; only their hash is kept. */
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

/** A secret of 256 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
