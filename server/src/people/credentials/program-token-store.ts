import { countRows } from '#platform/database/count-rows.ts'
import type { EntityId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { TokenOwner } from './program-token.ts'
import type { UserOfSession } from './session-store.ts'

interface NewProgramToken {
  readonly id: ProgramTokenId
  readonly hash: Buffer
  readonly beginning: string
  readonly name: string
  readonly scopes: readonly ProgramScope[]
  readonly owner: TokenOwner
  readonly by: UserId
  readonly at: number
  readonly expiresAt: number
}

export interface StoredProgramToken {
  readonly id: ProgramTokenId
  readonly beginning: string
  readonly name: string
  readonly scopes: readonly ProgramScope[]
  readonly owner: TokenOwner
  readonly createdBy: { readonly name: string; readonly entity: EntityId } | undefined
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | undefined
  readonly lastUsedFrom: string
}

/** A living token with the rights behind it, as they are now. */
export interface OwnerOfToken extends Omit<UserOfSession, 'userId' | 'entityViewing'> {
  id: ProgramTokenId
  name: string
  scopes: ProgramScope[]
  /** Null: the token of an entity. */
  userId: UserId | null
  /** Whether the entity is below no other one. */
  isTop: boolean
  lastUsedAt: Date | null
}

/** How exactly the last use is known: a token that is used all the time is written so often at most. */
export const LAST_USE_MS = 60_000

export function createProgramTokenStore(db: Db) {
  const listOwners = async <Row extends OwnerOfToken>(
    name: string,
    which: RawBuilder<unknown>,
    now: number,
  ): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      ${prepared(name)}
      with recursive token as (
        select t.id, t.token_hash as hash, t.name, t.scopes, t.last_used_at, t.user_id, coalesce(u.role, t.role) as role,
          coalesce(u.permissions, '{}') as permissions, e.id as entity_id, e.parent_id is null as is_top
        from program_token t left join app_user u on u.id = t.user_id
          join entity e on e.id = coalesce(u.entity_id, t.entity_id)
        where ${which} and t.expires_at > ${new Date(now)}
          and (t.user_id is null or u.status = 'active') and e.status = 'active'
      ), reach (token, id) as (
        select id, entity_id from token
        union
        select reach.token, below.id
        from reach join token on token.id = reach.token join entity below on below.parent_id = reach.id
        where token.user_id is not null and (token.role = 'admin' or 'viewSubentities' = any (token.permissions))
      )
      select token.*, array(
        select reach.id from reach where reach.token = token.id order by reach.id <> token.entity_id, reach.id
      ) as reach
      from token`.execute(db)
    return rows
  }

  return {
    create: async (token: NewProgramToken): Promise<void> => {
      const { owner } = token
      await db
        .insertInto('programToken')
        .values({
          id: token.id,
          tokenHash: token.hash,
          beginning: token.beginning,
          name: token.name,
          scopes: [...token.scopes],
          userId: owner.kind === 'person' ? owner.userId : null,
          entityId: owner.kind === 'entity' ? owner.entity : null,
          role: owner.kind === 'entity' ? owner.role : null,
          createdBy: token.by,
          createdAt: new Date(token.at),
          expiresAt: new Date(token.expiresAt),
        })
        .execute()
    },

    /** Locks the owner until the transaction ends, so that tokens are counted one after the other. */
    countForAdding: async (owner: TokenOwner): Promise<number> => {
      const id = owner.kind === 'person' ? owner.userId : owner.entity
      await sql`select pg_advisory_xact_lock(hashtextextended(${`program tokens of ${id}`}, 0))`.execute(db)
      return countRows(db, sql`program_token where ${owner.kind === 'person' ? sql`user_id` : sql`entity_id`} = ${id}`)
    },

    /** The newest first. */
    listOfPerson: async (userId: UserId): Promise<StoredProgramToken[]> =>
      (await newestFirst(db).where('t.userId', '=', userId).execute()).map(tokenOf),

    /** The newest first. */
    listOfEntity: async (entity: EntityId): Promise<StoredProgramToken[]> =>
      (await newestFirst(db).where('t.entityId', '=', entity).execute()).map(tokenOf),

    find: async (id: ProgramTokenId): Promise<StoredProgramToken | undefined> => {
      const row = await described(db).where('t.id', '=', id).executeTakeFirst()
      return row && tokenOf(row)
    },

    /** Whether it was there. */
    remove: async (id: ProgramTokenId): Promise<boolean> => {
      const removed = await db.deleteFrom('programToken').where('id', '=', id).returning('id').executeTakeFirst()
      return removed !== undefined
    },

    /** Without those of tokens that do not exist, have expired, or whose owner is not active. */
    listOwnersByHash: (hashes: readonly Buffer[], now: number): Promise<(OwnerOfToken & { readonly hash: Buffer })[]> =>
      listOwners('list-owners-of-tokens', sql`t.token_hash = any (${[...hashes]}::bytea[])`, now),

    /** Undefined when there is none, it has expired, or its owner is not active. */
    findOwnerById: async (id: ProgramTokenId, now: number): Promise<OwnerOfToken | undefined> => {
      const [owner] = await listOwners('find-owner-of-token-id', sql`t.id = ${id}`, now)
      return owner
    },

    /** Notes a use, unless one was noted within the last minute. */
    noteUse: async (id: ProgramTokenId, { at, address }: { at: number; address: string }): Promise<void> => {
      await db
        .updateTable('programToken')
        .set({ lastUsedAt: new Date(at), lastUsedFrom: address })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', new Date(at - LAST_USE_MS))]))
        .execute()
    },
  }
}

function described(db: Db) {
  return db
    .selectFrom('programToken as t')
    .leftJoin('appUser as maker', 'maker.id', 't.createdBy')
    .select(['t.id', 't.beginning', 't.name', 't.scopes', 't.userId', 't.entityId', 't.role'])
    .select(['t.createdAt', 't.expiresAt', 't.lastUsedAt', 't.lastUsedFrom'])
    .select(['maker.firstName', 'maker.lastName', 'maker.entityId as makerEntity'])
}

function newestFirst(db: Db) {
  return described(db).orderBy('t.createdAt', 'desc').orderBy('t.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

function tokenOf(row: Row): StoredProgramToken {
  const { firstName, lastName, makerEntity: entity } = row
  return {
    id: row.id,
    beginning: row.beginning,
    name: row.name,
    scopes: row.scopes,
    owner: ownerOf(row),
    createdBy: entity === null ? undefined : { name: `${firstName ?? ''} ${lastName ?? ''}`.trim(), entity },
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime(),
    lastUsedFrom: row.lastUsedFrom,
  }
}

function ownerOf({ userId, entityId: entity, role }: Row): TokenOwner {
  if (userId !== null) return { kind: 'person', userId }
  if (entity === null || role === null) throw new Error('a token has no owner')
  return { kind: 'entity', entity, role }
}
