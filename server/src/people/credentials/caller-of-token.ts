import type { ProgramTokenId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { usableScopes } from '#people/access/scope-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createProgramTokenStore, LAST_USE_MS, type OwnerOfToken } from './program-token-store.ts'

/** A program that asks to be let in. */
export interface TokenUse {
  readonly secret: string
  readonly address: string
}

/**
 * The callers of requests by programs, whose uses are noted, by one statement; undefined for a token that is not good. Those by one token have
 * one caller.
 */
export async function findCallersOfSecrets(
  db: Db,
  uses: readonly TokenUse[],
  now: number,
): Promise<(Caller | undefined)[]> {
  const store = createProgramTokenStore(db)
  const byHash = new Map(uses.map((use) => [hashSecret(use.secret).toString('hex'), use]))
  const hashes = [...byHash.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const callers = new Map<string, Caller>()
  for (const owner of await store.listOwnersByHash(hashes, now)) {
    const use = byHash.get(owner.hash.toString('hex'))
    const { lastUsedAt: usedAt } = owner
    const isDue = usedAt === null || usedAt.getTime() <= now - LAST_USE_MS
    if (use !== undefined && isDue) await store.noteUse(owner.id, { at: now, address: use.address })
    if (use !== undefined) callers.set(use.secret, callerOf(owner))
  }
  return uses.map(({ secret }) => callers.get(secret))
}

/** @throws DomainError auth/program-token-invalid */
export async function getCallerOfToken(db: Db, id: ProgramTokenId, now: number): Promise<Caller> {
  const owner = await createProgramTokenStore(db).findOwnerById(id, now)
  if (owner === undefined) throw new DomainError('auth/program-token-invalid')
  return callerOf(owner)
}

function callerOf(owner: OwnerOfToken): Caller {
  const { id, userId, role, permissions, entityId: entity, reach } = owner
  const mayUse = new Set(usableScopes({ role, isTop: owner.isTop }))
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
