import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { SessionId } from '@fieldwatch/contract/api/ids'
import { oldestSecret, type SigningKeys } from './signing-keys.ts'

/** How long a session lives after it was last refreshed. */
export const SESSION_MS = 30 * DAY_MS

interface RefreshToken {
  sessionId: SessionId
  /** 256 bits that no one can guess; only their hash is kept. */
  secret: string
}

/** A token as a browser hands it in. */
interface PresentedToken extends RefreshToken {
  /** Whether its seal shows that we issued it for this session. */
  issued: boolean
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>

/**
 * Derives each successor from the previous secret and our key, so that a browser that asks twice (two tabs, a lost answer) gets
 * the same token although only hashes are kept. The seal distinguishes an old token of ours from a forged one.
 */
export function createRefreshTokens(keys: SigningKeys) {
  const oldest = oldestSecret(keys)
  const sign = (key: string, text: string): Buffer => createHmac('sha256', `${key} ${oldest}`).update(text).digest()
  const sealOf = ({ sessionId, secret }: RefreshToken): Buffer => sign('refresh seal', `${sessionId}.${secret}`)

  return {
    write: (token: RefreshToken): string => `${token.sessionId}.${token.secret}.${sealOf(token).toString('base64url')}`,
    /** Undefined for anything that has not the form of a token. */
    read: (text: string): PresentedToken | undefined => {
      const [id, secret, seal = '', ...rest] = text.split('.')
      const sessionId = SessionId.safeParse(id)
      if (!sessionId.success || secret === undefined || secret === '' || rest.length > 0) return undefined
      const token = { sessionId: sessionId.data, secret }
      const [given, expected] = [Buffer.from(seal, 'base64url'), sealOf(token)]
      return { ...token, issued: given.length === expected.length && timingSafeEqual(given, expected) }
    },
    /** The secret that replaces one that was used. */
    successorOf: (secret: string): string => sign('refresh token', secret).toString('base64url'),
  }
}
