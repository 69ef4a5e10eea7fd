import type { EntityId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { RefreshState } from './refresh-policy.ts'

/** How the user proved their identity at sign-in. `password`: by password alone. */
export type SessionProof = 'password' | 'provider' | 'authenticator app' | 'recovery code' | 'passkey'

interface NewSession {
  id: SessionId
  userId: UserId
  refreshHash: Buffer
  at: number
  expiresAt: number
  address: string
  userAgent: string
  proof: SessionProof
}

interface Rotation {
  from: Buffer
  to: Buffer
  at: number
  expiresAt: number
}

/** A living session with the user behind it. */
export interface UserOfSession {
  userId: UserId
  role: Role
  permissions: Permission[]
  entityId: EntityId
  entityViewing: EntityId[]
  /** The own entity first. */
  reach: EntityId[]
  /** The entity, or one above it, requires a second factor, and the session was proven by the password alone. */
  unproven: boolean
}

interface LivingSession {
  id: SessionId
  createdAt: number
  /** When the browser was last active. */
  usedAt: number
  address: string
  userAgent: string
}

/** Programs that sign in again and again have very many. */
const MOST_LISTED = 100

export function createSessionStore(db: Db) {
  const end = async (which: RawBuilder<unknown>, at: number): Promise<SessionId[]> => {
    const { rows } = await sql<{ id: SessionId }>`
      update session set ended_at = ${new Date(at)} where ended_at is null and ${which} returning id`.execute(db)
    return rows.map(({ id }) => id)
  }
  return {
    create: async (session: NewSession): Promise<void> => {
      const at = new Date(session.at)
      await db
        .insertInto('session')
        .values({
          id: session.id,
          userId: session.userId,
          refreshHash: session.refreshHash,
          rotatedAt: at,
          createdAt: at,
          expiresAt: new Date(session.expiresAt),
          address: session.address,
          userAgent: session.userAgent,
          proof: session.proof,
        })
        .execute()
    },

    /**
     * Undefined when the session has ended or expired, or its user or their entity is not active. Nothing else shows who is signed in, so
     * that a required second factor counts everywhere.
     */
    findUser: async (id: SessionId, now: number): Promise<UserOfSession | undefined> => {
      const { rows } = await sql<UserOfSession>`
        ${prepared('find-user-of-session')}
        with recursive caller as (
          select u.id as user_id, u.role, u.permissions, u.entity_id, u.entity_viewing, s.proof
          from session s join app_user u on u.id = s.user_id join entity e on e.id = u.entity_id
          where s.id = ${id} and s.ended_at is null and s.expires_at > ${new Date(now)}
            and u.status = 'active' and e.status = 'active'
        ), above (parent_id, required) as (
          select e.parent_id, e.second_factor_required from caller join entity e on e.id = caller.entity_id
          where caller.proof = 'password'
          union
          select e.parent_id, e.second_factor_required from above join entity e on e.id = above.parent_id
        ), reach (id) as (
          select entity_id from caller
          union
          select below.id from caller, reach join entity below on below.parent_id = reach.id
          where caller.role = 'admin' or 'viewSubentities' = any (caller.permissions)
        )
        select caller.*, exists(select from above where required) as unproven,
          array(select reach.id from reach order by reach.id <> caller.entity_id, reach.id) as reach
        from caller`.execute(db)
      return rows[0]
    },

    /** How the person of a session was proven. */
    findProof: async (id: SessionId): Promise<SessionProof | undefined> => {
      const row = await db.selectFrom('session').select('proof').where('id', '=', id).executeTakeFirst()
      return row?.proof
    },

    /** When the password, a second factor or the provider last proved who uses the session. */
    findProvenAt: async (id: SessionId): Promise<number | undefined> => {
      const row = await db
        .selectFrom('session')
        .select((eb) => eb.fn.coalesce('provenAt', 'createdAt').as('at'))
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.at.getTime()
    },

    setProvenAt: async (id: SessionId, at: number): Promise<void> => {
      await db
        .updateTable('session')
        .set({ provenAt: new Date(at) })
        .where('id', '=', id)
        .execute()
    },

    /** Locks the session until the end of the transaction. */
    findForRefresh: async (id: SessionId): Promise<RefreshState | undefined> => {
      const row = await db.selectFrom('session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      return (
        row && {
          refreshHash: row.refreshHash,
          previousRefreshHash: row.previousRefreshHash ?? undefined,
          rotatedAt: row.rotatedAt.getTime(),
          expiresAt: row.expiresAt.getTime(),
          ended: row.endedAt !== null,
        }
      )
    },

    rotate: async (id: SessionId, { from, to, at, expiresAt }: Rotation): Promise<void> => {
      await db
        .updateTable('session')
        .set({
          refreshHash: to,
          previousRefreshHash: from,
          rotatedAt: new Date(at),
          expiresAt: new Date(expiresAt),
        })
        .where('id', '=', id)
        .execute()
    },

    end: async (id: SessionId, at: number): Promise<void> => void (await end(sql`id = ${id}`, at)),

    /** Returns the sessions that had not ended before. */
    endAllOf: (userId: UserId, at: number): Promise<SessionId[]> => end(sql`user_id = ${userId}`, at),

    /** As `endAllOf`, of one session, or of all but one. */
    endSomeOf: (
      userId: UserId,
      which: { only: SessionId } | { except: SessionId },
      at: number,
    ): Promise<SessionId[]> => {
      const isMeant = 'only' in which ? sql`id = ${which.only}` : sql`id <> ${which.except}`
      return end(sql`user_id = ${userId} and ${isMeant}`, at)
    },

    setProof: async (which: { only: SessionId } | { allOf: UserId }, proof: SessionProof): Promise<void> => {
      const sessions = db.updateTable('session').set({ proof })
      await (
        'only' in which ? sessions.where('id', '=', which.only) : sessions.where('userId', '=', which.allOf)
      ).execute()
    },

    /** The living sessions of a user, what was used last first. */
    listOf: async (userId: UserId, now: number): Promise<LivingSession[]> => {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'createdAt', 'rotatedAt', 'address', 'userAgent'])
        .where('userId', '=', userId)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', new Date(now))
        .orderBy('rotatedAt', 'desc')
        .orderBy('id')
        .limit(MOST_LISTED)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.createdAt.getTime(),
        usedAt: row.rotatedAt.getTime(),
        address: row.address,
        userAgent: row.userAgent,
      }))
    },

    /** As `endAllOf`, for everybody of an entity. */
    endAllOfEntity: (entityId: EntityId, at: number): Promise<SessionId[]> =>
      end(sql`user_id in (select id from app_user where entity_id = ${entityId})`, at),
  }
}
