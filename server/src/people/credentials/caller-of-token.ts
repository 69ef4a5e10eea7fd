import type { ProgramTokenId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { usableScopes } from '#people/access/scope-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hashProgramToken } from './program-token.ts'
import { createProgramTokenStore, LAST_USE_MS, type OwnerOfToken } from './program-token-store.ts'

/**
 * The caller of a request by a program, whose use is noted.
 * @throws DomainError auth/program-token-invalid
 */
export async function getCallerOfSecret(
  db: Db,
  secret: string,
  { at, address }: { at: number; address: string },
): Promise<Caller> {
  const store = createProgramTokenStore(db)
  const owner = await store.findOwnerByHash(hashProgramToken(secret), at)
  if (owner === undefined) throw new DomainError('auth/program-token-invalid')
  const { last_used_at: usedAt } = owner
  if (usedAt === null || usedAt.getTime() <= at - LAST_USE_MS) await store.noteUse(owner.id, { at, address })
  return callerOf(owner)
}

/** @throws DomainError auth/program-token-invalid */
export async function getCallerOfToken(db: Db, id: ProgramTokenId, now: number): Promise<Caller> {
  const owner = await createProgramTokenStore(db).findOwnerById(id, now)
  if (owner === undefined) throw new DomainError('auth/program-token-invalid')
  return callerOf(owner)
}

function callerOf(owner: OwnerOfToken): Caller {
  const { id, user_id: userId, role, permissions, entity_id: entity, reach } = owner
  const mayUse = new Set(usableScopes({ role, isTop: owner.is_top }))
  return {
    // An entity's token counts as someone of its own wherever callers are counted.
    userId: userId ?? (id as string as UserId),
    sessionId: id as string as SessionId,
    token: {
      id,
      name: owner.name,
      scopes: owner.scopes.filter((scope) => mayUse.has(scope)),
      isOfEntity: userId === null,
    },
    role,
    permissions,
    entity,
    reach,
    // What a person chose to look at is for the screens: a program would find other units from one day to the next.
    viewing: reach,
  }
}
