import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** A mail, an SMS or what a webhook is told, on its way out. */
export interface Message {
  id: string
  kind: 'mail' | 'sms' | 'webhook'
  /** An address, a number, or the id of a webhook. */
  recipient: string
  /** Empty but for mails. */
  subject: string
  body: string
  createdAt: number
  /** When the message becomes pointless; undefined: never. */
  expiresAt?: number | undefined
  /** Of a mail: the same with marks, and more headers. */
  html?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Until then it stays, without its text, to tell what became of it. */
  keptUntil?: number | undefined
}

interface Removal {
  readonly now: number
  readonly sentBefore: number
  readonly writtenBefore: number
}

/** Everything that leaves the portal for people is written here first, with what causes it. */
export function createOutboxStore(db: Db) {
  return {
    add: async ({ createdAt, expiresAt, keptUntil, headers, ...message }: Message): Promise<void> => {
      await db
        .insertInto('outbox')
        .values({
          ...message,
          created_at: new Date(createdAt),
          expires_at: expiresAt === undefined ? null : new Date(expiresAt),
          headers: headers === undefined ? null : JSON.stringify(headers),
          kept_until: keptUntil === undefined ? null : new Date(keptUntil),
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
        .where('failed_at', 'is', null)
        .executeTakeFirst()
      return row && messageOf(row)
    },

    /** The newest `limit` messages that wait, the oldest of them first. */
    listWaiting: async (limit: number): Promise<Message[]> => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
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
        .where('failed_at', 'is', null)
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

    /** Deletes sent messages, and others once they are old; those that are kept lose their text until their time. */
    removeOld: async ({ now, sentBefore, writtenBefore }: Removal): Promise<void> => {
      const isOver = sql<boolean>`(sent_at < ${new Date(sentBefore)} or created_at < ${new Date(writtenBefore)})`
      await db
        .deleteFrom('outbox')
        .where(isOver)
        .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '<', new Date(now))]))
        .execute()
      await db.updateTable('outbox').set({ body: '', html: null }).where(isOver).where('body', '!=', '').execute()
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

    /** Gives a message up: it will never be taken, or nobody wants it any more. */
    giveUp: async (id: string, { at, reason }: { at: number; reason: string }): Promise<void> => {
      await db
        .updateTable('outbox')
        .set({ failed_at: new Date(at), last_error: reason })
        .where('id', '=', id)
        .execute()
    },

    /** Gives a message up that nobody took in time; what was last said of it stays. */
    giveUpLate: async (id: string, at: number): Promise<void> => {
      const reason = sql<string>`concat_ws(' ', 'It could not be handed over in time.', last_error)`
      await db
        .updateTable('outbox')
        .set({ failed_at: new Date(at), last_error: reason })
        .where('id', '=', id)
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

type Row = Selectable<Tables['outbox']>

function messageOf(row: Row): Message {
  const { id, kind, recipient, subject, body, html, headers } = row
  return {
    id,
    kind,
    recipient,
    subject,
    body,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime(),
    html: html ?? undefined,
    headers: headers ?? undefined,
  }
}
