import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { EntityId, ProgramTokenId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import {
  MOST_PROGRAM_TOKENS,
  type ProgramToken,
  type ProgramTokenDraft,
} from '@fieldwatch/contract/people/program-tokens'
import { beginningOf, createProgramSecret, type TokenOwner } from '#people/credentials/program-token.ts'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { createProgramTokenStore, type StoredProgramToken } from '#people/credentials/program-token-store.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { requireMayRevoke, requireUsable } from './program-token-policy.ts'
import { requireAdminOf, mayReach } from '#people/access/access-policy.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'

export type ProgramTokenParts = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>

/**
 * Makes a token; its secret is known to no one afterwards.
 * @throws DomainError access/forbidden, entity/not-found, auth/step-up-needed, token/too-many
 */
export async function createToken(
  { db, clock, random }: ProgramTokenParts,
  caller: Caller,
  { name, scopes: wanted, days, entity, role }: ProgramTokenDraft,
): Promise<{ token: ProgramToken; secret: string }> {
  const owner: TokenOwner =
    entity === undefined || role === undefined
      ? { kind: 'person', userId: caller.userId }
      : { kind: 'entity', entity, role }
  if (owner.kind === 'entity') requireAdminOf(caller, owner.entity)
  const scopes = [...new Set(wanted)]
  const place = owner.kind === 'entity' ? owner : caller
  requireUsable(scopes, { role: place.role, isTop: await createEntityStore(db).isTop(place.entity) })
  const at = clock()
  await requireRecentProof(db, caller, at)
  const secret = createProgramSecret(random)
  const token = {
    id: random.id() as ProgramTokenId,
    hash: hashSecret(secret),
    beginning: beginningOf(secret),
    name,
    scopes,
    owner,
    by: caller.userId,
    at,
    expiresAt: at + days * DAY_MS,
  }
  return db.transaction().execute(async (tx) => {
    const store = createProgramTokenStore(tx)
    if ((await store.countForAdding(owner)) >= MOST_PROGRAM_TOKENS) throw new DomainError('token/too-many')
    await store.create(token)
    const made = await store.find(token.id)
    if (made === undefined) throw new DomainError('token/not-found')
    await record(tx, caller, { action: 'create program token', token: made, at })
    return { token: describeToken(caller, made), secret }
  })
}

/**
 * Ends a token; its streams end at once.
 * @throws DomainError token/not-found
 */
export async function revokeToken(
  { db, bus, clock }: ProgramTokenParts,
  caller: Caller,
  id: ProgramTokenId,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createProgramTokenStore(tx)
    const token = await store.find(id)
    requireMayRevoke(caller, token?.owner)
    if (token === undefined || !(await store.remove(id))) throw new DomainError('token/not-found')
    await record(tx, caller, { action: 'revoke program token', token, at: clock() })
  })
  bus.publish('sessions-ended', { sessionIds: [id as string as SessionId] })
}

interface OwnerOfTokens {
  readonly userId: UserId
  readonly entity: EntityId
  readonly at: number
}

/** Revokes all tokens of a person within a transaction; returns the ids by which their streams end. */
export async function revokeTokensOfPerson(tx: Db, { userId, entity, at }: OwnerOfTokens): Promise<SessionId[]> {
  const store = createProgramTokenStore(tx)
  const tokens = await store.listOfPerson(userId)
  for (const token of tokens) {
    await store.remove(token.id)
    await record(tx, { userId, entity }, { action: 'revoke program token', token, at })
  }
  return tokens.map(({ id }) => id as string as SessionId)
}

/** The own tokens of the caller, or those of an entity. @throws DomainError access/forbidden, entity/not-found */
export async function listTokens(db: Db, caller: Caller, entity: EntityId | undefined): Promise<ProgramToken[]> {
  if (entity !== undefined) requireAdminOf(caller, entity)
  const store = createProgramTokenStore(db)
  const tokens = await (entity === undefined ? store.listOfPerson(caller.userId) : store.listOfEntity(entity))
  return tokens.map((token) => describeToken(caller, token))
}

interface Change {
  action: 'create program token' | 'revoke program token'
  token: StoredProgramToken
  at: number
}

async function record(db: Db, caller: Pick<Caller, 'userId' | 'entity'>, { action, token, at }: Change): Promise<void> {
  const { owner, name, scopes, expiresAt } = token
  const state = {
    name,
    scopes,
    expiresUTC: formatTime(expiresAt),
    ...(owner.kind === 'entity' ? { role: owner.role } : {}),
  }
  await createAuditStore(db).recordChange(
    caller,
    { kind: 'program token', id: token.id, entity: owner.kind === 'entity' ? owner.entity : caller.entity },
    { at, action, ...(action === 'create program token' ? { after: state } : { before: state }) },
  )
}

/** A token as a person sees it, without its secret, which no one knows. */
function describeToken(caller: Pick<Caller, 'reach'>, token: StoredProgramToken): ProgramToken {
  const { owner, createdBy, lastUsedAt } = token
  return {
    tokenID: token.id,
    name: token.name,
    beginning: token.beginning,
    scopes: [...token.scopes],
    entity: owner.kind === 'entity' ? owner.entity : null,
    role: owner.kind === 'entity' ? owner.role : null,
    createdUTC: formatTime(token.createdAt),
    createdBy: createdBy !== undefined && mayReach(caller, createdBy.entity) ? createdBy.name : null,
    expiresUTC: formatTime(token.expiresAt),
    lastUsedUTC: lastUsedAt === undefined ? null : formatTime(lastUsedAt),
    lastUsedFrom: token.lastUsedFrom,
  }
}
