import type { Language } from '@fieldwatch/contract/text/languages'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_CHANNELS, type Role, type User, type UserStatus } from '@fieldwatch/contract/people/users'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

type UserRow = Selectable<Tables['appUser']>

/** What signing in needs to know about a user. */
export interface Credential {
  userId: UserId
  entity: EntityId
  email: string
  firstName: string
  passwordHash: string | undefined
  /** Whether both the user and their entity are active. */
  active: boolean
}

export interface NewUser {
  id: UserId
  entity: EntityId
  /** In lower case. */
  email: string
  passwordHash: string | undefined
  firstName: string
  lastName: string
  role: Role
}

export function createUserStore(db: Db) {
  const find = async (id: UserId): Promise<User | undefined> => {
    const row = await db.selectFrom('appUser').selectAll().where('id', '=', id).executeTakeFirst()
    return row && userOf(row)
  }
  return {
    find,

    /** @throws DomainError user/not-found */
    get: async (id: UserId): Promise<User> => {
      const user = await find(id)
      if (user === undefined) throw new DomainError('user/not-found')
      return user
    },

    /** Finds an address in any case of letters. */
    findCredential: async (email: string): Promise<Credential | undefined> => {
      const row = await db
        .selectFrom('appUser as u')
        .innerJoin('entity as e', 'e.id', 'u.entityId')
        .select(['u.id as userId', 'u.entityId as entity', 'u.email', 'u.firstName'])
        .select(['u.passwordHash', 'u.status', 'e.status as entityStatus'])
        .where((eb) => eb(eb.fn<string>('lower', ['u.email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { passwordHash, status, entityStatus, ...known } = row
      const active = status === 'active' && entityStatus === 'active'
      return { ...known, passwordHash: passwordHash ?? undefined, active }
    },

    /** @throws DomainError user/email-taken */
    create: async (user: NewUser): Promise<void> => {
      const inserted = await db
        .insertInto('appUser')
        .values({
          id: user.id,
          entityId: user.entity,
          email: user.email,
          passwordHash: user.passwordHash ?? null,
          firstName: user.firstName,
          lastName: user.lastName,
          role: user.role,
        })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted === undefined) throw new DomainError('user/email-taken')
    },

    setStatus: async (id: UserId, status: UserStatus): Promise<void> => {
      await db.updateTable('appUser').set({ status }).where('id', '=', id).execute()
    },

    /** Locks the user until the transaction ends. */
    lock: async (id: UserId): Promise<void> => {
      await db.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute()
    },

    setPasswordHash: async (id: UserId, passwordHash: string): Promise<void> => {
      await db.updateTable('appUser').set({ passwordHash }).where('id', '=', id).execute()
    },

    /** The language that a user or else their entity chose. */
    findLanguage: async (id: UserId): Promise<Language | undefined> => {
      const row = await db
        .selectFrom('appUser as u')
        .innerJoin('entity as e', 'e.id', 'u.entityId')
        .select((eb) => eb.fn.coalesce('u.language', 'e.language').as('language'))
        .where('u.id', '=', id)
        .executeTakeFirst()
      return row?.language ?? undefined
    },

    /** Stores a verified phone number; nothing else writes a phone. */
    setVerifiedPhone: async (id: UserId, phone: string): Promise<void> => {
      await db.updateTable('appUser').set({ phone }).where('id', '=', id).execute()
    },

    /** Removes the phone and switches notifications by SMS off. */
    removePhone: async (id: UserId, notifications: User['notifications']): Promise<void> => {
      await db
        .updateTable('appUser')
        .set({ phone: '', notifications: JSON.stringify(notifications) })
        .where('id', '=', id)
        .execute()
    },

    setEntityViewing: async (id: UserId, entityViewing: readonly EntityId[]): Promise<void> => {
      await db
        .updateTable('appUser')
        .set({ entityViewing: [...entityViewing] })
        .where('id', '=', id)
        .execute()
    },
  }
}

export function userOf(row: UserRow): User {
  return {
    id: row.id,
    uid: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    role: row.role,
    permissions: row.permissions,
    entity: row.entityId,
    company: row.company,
    timeFormat: row.timeFormat,
    measures: row.measures,
    language: row.language,
    units: row.units,
    profilePic: row.profilePic,
    status: row.status,
    notifications: { alerts: DEFAULT_CHANNELS, ...row.notifications },
    version: row.version,
  }
}
