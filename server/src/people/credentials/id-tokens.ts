import { ID_TOKEN_SECONDS } from '@fieldwatch/contract/people/auth'
import { SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { createLocalJWKSet, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import { ALGORITHM, type SigningKeys } from './signing-keys.ts'

const ISSUER = 'fieldwatch'

const Claims = z.object({ sub: UserId, sid: SessionId, exp: z.number() })

export interface Identity {
  userId: UserId
  sessionId: SessionId
}

/** The most tokens that are cached: a page sends the same one a dozen times. */
const MOST_REMEMBERED = 1_000

interface Verified {
  readonly identity: Identity
  /** Epoch seconds. */
  readonly expiresAt: number
}

export type IdTokens = Awaited<ReturnType<typeof createIdTokens>>

/** Signs with the newest key and accepts any of the keys; a valid signature is verified once and cached. */
export async function createIdTokens(keys: SigningKeys, clock: Clock) {
  const [newest] = keys
  const privateKey = await importJWK(newest.privateKey, ALGORITHM)
  const publicKeys = keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: ALGORITHM, use: 'sig' }))
  const keySet = createLocalJWKSet({ keys: publicKeys })
  const verified = new LRUCache<string, Verified>({ max: MOST_REMEMBERED })

  return {
    /** What others need to verify a token: RFC 7517, without anything secret. */
    publicKeys: publicKeys as readonly JWK[],
    issue: async ({ userId, sessionId }: Identity) => {
      const issuedAt = Math.floor(clock() / 1000)
      const expiresAt = issuedAt + ID_TOKEN_SECONDS
      const idToken = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: newest.id })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { idToken, expiresAt: expiresAt * 1000 }
    },
    /** @throws DomainError auth/expired-token, auth/invalid-token */
    verify: async (token: string): Promise<Identity> => {
      const known = verified.get(token)
      if (known !== undefined && clock() < known.expiresAt * 1000) return known.identity
      verified.delete(token)
      try {
        const { payload } = await jwtVerify(token, keySet, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['exp'],
          currentDate: new Date(clock()),
        })
        const claims = Claims.parse(payload)
        const identity = { userId: claims.sub, sessionId: claims.sid }
        verified.set(token, { identity, expiresAt: claims.exp })
        return identity
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new DomainError('auth/expired-token', { cause: error })
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
          throw new DomainError('auth/invalid-token', { cause: error })
        }
        throw error
      }
    },
  }
}
