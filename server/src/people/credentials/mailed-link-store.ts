import type { UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '#platform/database/count-rows.ts'
import type { Db } from '#platform/database/database.ts'

interface NewLink {
  tokenHash: Buffer
  userId: UserId
  at: number
  expiresAt: number
}

/** Links that were mailed to people who want to choose a password. */
export function createPasswordResetStore(db: Db) {
  return {
    ...linksOf(db, 'passwordReset'),

    create: async (link: NewLink): Promise<void> => {
      await db.insertInto('passwordReset').values(columnsOf(link)).execute()
    },

    /** Whether a link is still good, and whether its user has yet to choose a first password. */
    findLink: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; invited: boolean } | undefined> => {
      const { rows } = await sql<{ userId: UserId; invited: boolean }>`
        select person.id as "userId", person.password_hash is null as invited
        from password_reset link ${isGood(tokenHash, now)}`.execute(db)
      return rows[0]
    },

    /** The active user for whom a link is still good. Within a transaction, no one else can use the link until its end. */
    findUser: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; email: string } | undefined> => {
      const { rows } = await sql<{ userId: UserId; email: string }>`
        select person.id as "userId", person.email
        from password_reset link ${isGood(tokenHash, now)} for update of link, person`.execute(db)
      return rows[0]
    },
  }
}

/** Links that were mailed to the new addresses of people, who confirm them so. */
export function createEmailChangeStore(db: Db) {
  return {
    ...linksOf(db, 'emailChange'),

    create: async ({ email, ...link }: NewLink & { email: string }): Promise<void> => {
      await db
        .insertInto('emailChange')
        .values({ ...columnsOf(link), email })
        .execute()
    },

    /** The change that a link confirms, of a user who may sign in. No one else can use the link until the transaction ends. */
    findGood: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; email: string } | undefined> => {
      const { rows } = await sql<{ userId: UserId; email: string }>`
        select person.id as "userId", link.email
        from email_change link ${isGood(tokenHash, now)} for update of link, person`.execute(db)
      return rows[0]
    },
  }
}

function linksOf(db: Db, table: 'passwordReset' | 'emailChange') {
  return {
    countSince: (userId: UserId, since: number): Promise<number> =>
      countRows(db, sql`${sql.table(table)} where user_id = ${userId} and created_at > ${new Date(since)}`),

    /** Marks all links of this user as used. */
    useAllOf: async (userId: UserId, now: number): Promise<void> => {
      await db
        .updateTable(table)
        .set({ usedAt: new Date(now) })
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .execute()
    },
  }
}

function columnsOf({ tokenHash, userId, at, expiresAt }: NewLink) {
  return { tokenHash, userId, createdAt: new Date(at), expiresAt: new Date(expiresAt) }
}

/** The link of this token with its user, where it is neither used nor expired and the user may sign in. */
function isGood(tokenHash: Buffer, now: number): RawBuilder<unknown> {
  return sql`
    join app_user person on person.id = link.user_id join entity on entity.id = person.entity_id
    where link.token_hash = ${tokenHash} and link.used_at is null and link.expires_at > ${new Date(now)}
      and person.status = 'active' and entity.status = 'active'`
}
