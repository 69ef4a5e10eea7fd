import { say } from '@fieldwatch/messages/server-sentences'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import type { ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import { type Actor, createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireScope } from '#platform/http/require-scope.ts'
import { getCallerOfToken } from './caller-of-token.ts'

/** Who started work that continues after the request: a user, or a program by the token of a user or of an entity. */
export interface Starter {
  /** Undefined for the token of an entity. */
  readonly userId: UserId | undefined
  readonly tokenId: ProgramTokenId | undefined
}

/** Notifies the person whose work was not done. */
export const STARTER_LOST_RIGHT = say('answers.starter')

export function starterOf({ userId, token }: Pick<Caller, 'userId' | 'token'>): Starter {
  return { userId: token?.isOfEntity === true ? undefined : userId, tokenId: token?.id }
}

/**
 * A starter with the rights of this moment. Every step of background work asks this, then judges what it is about to do by the policy
 * that judges a request. Undefined when the user or entity is deleted or disabled, or the token was revoked, has expired, or may no
 * longer be used for the endpoint.
 */
export async function findStarter(
  db: Db,
  { userId, tokenId }: Starter,
  endpoint: Pick<AnyEndpoint, 'scope'>,
  now: number,
): Promise<Actor | undefined> {
  if (tokenId !== undefined) return findProgram(db, tokenId, endpoint, now)
  if (userId === undefined) return undefined
  return createPersonStore(db).findActive(userId)
}

async function findProgram(
  db: Db,
  tokenId: ProgramTokenId,
  endpoint: Pick<AnyEndpoint, 'scope'>,
  now: number,
): Promise<Actor | undefined> {
  try {
    const caller = await getCallerOfToken(db, tokenId, now)
    requireScope(caller.token, endpoint)
    return caller
  } catch (error) {
    if (isDomainError(error)) return undefined
    throw error
  }
}
