import { ID_TOKEN_SECONDS } from '@fieldwatch/contract/auth'
import { SessionId, UserId } from '@fieldwatch/contract/ids'
import { createLocalJWKSet, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { DomainError } from '#errors/domain-error.ts'
import type { Clock } from '#time/clock.ts'
import { ALGORITHM, type SigningKeys } from './signing-keys.ts'

const ISSUER = 'fieldwatch'

const Claims = z.object({ sub: UserId, sid: SessionId })

export interface Identity {
  userId: UserId
  sessionId: SessionId
}

export interface IdTokens {
  issue(identity: Identity): Promise<{ idToken: string; expiresAt: number }>
  /** @throws DomainError auth/expired-token, auth/invalid-token */
  verify(token: string): Promise<Identity>
  /** What others need to verify a token: RFC 7517, without anything secret. */
  readonly publicKeys: readonly JWK[]
}

/** Signs with the newest key, and believes what any of the keys signed. */
export async function createIdTokens(keys: SigningKeys, clock: Clock): Promise<IdTokens> {
  const [newest] = keys
  const privateKey = await importJWK(newest.privateKey, ALGORITHM)
  const publicKeys = keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: ALGORITHM, use: 'sig' }))
  const keySet = createLocalJWKSet({ keys: publicKeys })

  return {
    publicKeys,
    issue: async ({ userId, sessionId }) => {
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
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keySet, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['exp'],
          currentDate: new Date(clock()),
        })
        const claims = Claims.parse(payload)
        return { userId: claims.sub, sessionId: claims.sid }
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
