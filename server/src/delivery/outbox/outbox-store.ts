import type { Db } from '#platform/database/database.ts'

/** A mail or SMS on its way out. */
export interface Message {
  id: string
  kind: 'mail' | 'sms'
  recipient: string
  /** Empty for an SMS. */
  subject: string
  body: string
  createdAt: number
  /** When the message becomes pointless; undefined: never. */
  expiresAt?: number | undefined
}

/** Everything that leaves the portal for people is written here first, with what causes it. */
export function createOutboxStore(db: Db) {
  return {
    add: async ({ createdAt, expiresAt, ...message }: Message): Promise<void> => {
      await db
        .insertInto('outbox')
        .values({
          ...message,
          created_at: new Date(createdAt),
          expires_at: expiresAt === undefined ? null : new Date(expiresAt),
        })
        .execute()
    },

    /** Undefined when it is not there, or was sent already. */
    findWaiting: async (id: string): Promise<Message | undefined> => {
      const row = await db
        .selectFrom('outbox')
        .selectAll()
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .executeTakeFirst()
      return row && messageOf(row)
    },

    /** The newest `limit` messages that wait, the oldest of them first. */
    listWaiting: async (limit: number): Promise<Message[]> => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.reverse().map(messageOf)
    },

    /** Ids of the messages of one kind that wait since `since`. */
    listWaitingIds: async (kind: Message['kind'], since: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('sent_at', 'is', null)
        .where('created_at', '>', new Date(since))
        .orderBy('created_at')
        .execute()
      return rows.map((row) => row.id)
    },

    markSent: async (id: string, at: number): Promise<void> => {
      await db
        .updateTable('outbox')
        .set((eb) => ({ sent_at: new Date(at), attempts: eb('attempts', '+', 1), last_error: null }))
        .where('id', '=', id)
        .execute()
    },

    /** Removes sent messages, which are private, and unsent ones that are too old to be sent. */
    removeOld: async ({ sentBefore, writtenBefore }: { sentBefore: number; writtenBefore: number }): Promise<void> => {
      await db
        .deleteFrom('outbox')
        .where((eb) =>
          eb.or([eb('sent_at', '<', new Date(sentBefore)), eb('created_at', '<', new Date(writtenBefore))]),
        )
        .execute()
    },

    /** Empties messages whose code or link has expired, sent or not. */
    blankExpired: async (now: number): Promise<void> => {
      await db
        .updateTable('outbox')
        .set({ body: '' })
        .where('expires_at', '<=', new Date(now))
        .where('body', '!=', '')
        .execute()
    },

    recordFailure: async (id: string, error: string): Promise<void> => {
      await db
        .updateTable('outbox')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error }))
        .where('id', '=', id)
        .execute()
    },
  }
}

interface Row extends Omit<Message, 'createdAt' | 'expiresAt'> {
  created_at: Date
  expires_at: Date | null
}

function messageOf({ id, kind, recipient, subject, body, created_at: createdAt, expires_at: expiresAt }: Row): Message {
  return { id, kind, recipient, subject, body, createdAt: createdAt.getTime(), expiresAt: expiresAt?.getTime() }
}
