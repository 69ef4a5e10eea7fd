import { countRows } from '#platform/database/count-rows.ts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { EntityUser, User, UserChanges } from '@fieldwatch/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { userOf } from '#people/credentials/user-store.ts'

/** The number of the advisory lock: any that nothing else uses. */
const PERMISSIONS_LOCK = 7_402_002

const UNIQUE_VIOLATION = '23505'

export interface AdministeredUser extends User {
  /** Whether the user has not chosen a password yet. */
  invited: boolean
}

/** The users of entities, as admins see and change them. */
export function createUserAdministrationStore(db: Db) {
  return {
    countOf: (entity: EntityId): Promise<number> => countRows(db, sql`app_user where entity_id = ${entity}`),

    /** By name. */
    list: async (entities: readonly EntityId[]): Promise<EntityUser[]> => {
      const rows = await db
        .selectFrom('appUser')
        .selectAll()
        .select((eb) =>
          eb
            .or([
              eb.exists(eb.selectFrom('totp').select('userId').whereRef('totp.userId', '=', 'appUser.id')),
              eb.exists(eb.selectFrom('passkey').select('id').whereRef('passkey.userId', '=', 'appUser.id')),
            ])
            .as('protected'),
        )
        .where('entityId', 'in', [...entities])
        .orderBy(sql`lower(first_name)`)
        .orderBy(sql`lower(last_name)`)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        ...userOf(row),
        invited: row.passwordHash === null,
        secondFactor: row.protected === true,
      }))
    },

    /** Locks all permissions until the transaction ends, so that a judgement still holds when its change is written. */
    lockPermissions: async (): Promise<void> => {
      await sql`select pg_advisory_xact_lock(${PERMISSIONS_LOCK})`.execute(db)
    },

    /**
     * In the order of the ids.
     * @throws DomainError user/not-found when one of them is not there
     */
    getAll: async (ids: readonly UserId[]): Promise<AdministeredUser[]> => {
      const rows = await db
        .selectFrom('appUser')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
      return ids.map((id) => {
        const row = rows.find((found) => found.id === id)
        if (row === undefined) throw new DomainError('user/not-found')
        return { ...userOf(row), invited: row.passwordHash === null }
      })
    },

    /** Which of the dataIDs belong to no unit of the entities. */
    listUnknownUnits: async (dataIds: readonly string[], entities: readonly EntityId[]): Promise<string[]> => {
      if (dataIds.length === 0) return []
      const { rows } = await sql<{ dataId: string }>`
        select "dataId" from unnest(${[...dataIds]}::text[]) wanted ("dataId")
        where not exists (
          select from unit_entity where data_id = "dataId" and entity_id = any (${[...entities]})
        )`.execute(db)
      return rows.map(({ dataId }) => dataId)
    },

    /** Which of the entities have an active admin who has chosen a password. */
    listWithAdmin: async (entities: readonly EntityId[]): Promise<EntityId[]> => {
      const rows = await db
        .selectFrom('appUser')
        .select('entityId')
        .distinct()
        .where('entityId', 'in', [...entities])
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .where('passwordHash', 'is not', null)
        .execute()
      return rows.map((row) => row.entityId)
    },

    /** @throws DomainError user/email-taken */
    update: async (id: UserId, changes: UserChanges): Promise<void> => {
      try {
        await db.updateTable('appUser').set(columnsOf(changes)).where('id', '=', id).execute()
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
        throw new DomainError('user/email-taken', { cause: error })
      }
    },

    remove: async (ids: readonly UserId[]): Promise<void> => {
      await db
        .deleteFrom('appUser')
        .where('id', 'in', [...ids])
        .execute()
    },
  }
}

function columnsOf(changes: UserChanges) {
  const columns = {
    firstName: changes.firstName,
    lastName: changes.lastName,
    email: changes.email,
    role: changes.role,
    entityId: changes.entity,
    // Resets the viewing entities when the user moves: they belonged to the former reach.
    entityViewing: changes.entity === undefined ? undefined : [],
    company: changes.company,
    timeFormat: changes.timeFormat,
    measures: changes.measures && JSON.stringify(changes.measures),
    language: changes.language,
    permissions: changes.permissions,
    units: changes.units,
    profilePic: changes.profilePic,
    status: changes.status,
    notifications: changes.notifications && JSON.stringify(changes.notifications),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Entries of the audit log that mailed an invitation: to a new user, once more, or to another address. */
const INVITES = sql<boolean>`(entry.action in ('create user', 'invite user')
  or (entry.action = 'change user' and jsonb_exists(entry.after, 'email')))`

/** Invitations, counted in the audit log, where they stay when their user is deleted. */
export function createInvitationStore(db: Db) {
  const count = (whose: RawBuilder<boolean>, since: number): Promise<number> =>
    countRows(db, sql`audit_log entry where ${whose} and entry.at > ${new Date(since)} and ${INVITES}`)
  return {
    countBy: (userId: UserId, since: number): Promise<number> => count(sql<boolean>`entry.user_id = ${userId}`, since),

    /** By the people of an entity, wherever they invited to. */
    countOfEntity: (entity: EntityId, since: number): Promise<number> =>
      count(sql<boolean>`entry.user_id in (select id from app_user where entity_id = ${entity})`, since),
  }
}
