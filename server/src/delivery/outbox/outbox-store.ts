import { notSent } from '@fieldwatch/messages/server-sentences'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isFreeFor } from '#platform/leases/lease-store.ts'

/** A mail, an SMS or a message of a kind of an extension, waiting to be sent. */
export interface Message {
  id: string
  /** `mail`, `sms`, or one of an extension. */
  kind: string
  /** An address, a number, or an id that the sender of the kind knows. */
  recipient: string
  /** Empty but for mails. */
  subject: string
  body: string
  createdAt: number
  /** When the message becomes pointless; undefined: never. */
  expiresAt?: number | undefined
  /** Only for a mail: the same with marks, and more headers. */
  html?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Until then it stays, without its text, to show the outcome. */
  keptUntil?: number | undefined
  /** The id of the files that go with a mail. */
  attachmentId?: string | undefined
  /** Only for an active user of an active entity who has the address. */
  forUser?: boolean | undefined
  /** The hash of the link in it, as it is stored: the mail is not sent once the link is used or replaced. */
  linkHash?: Buffer | undefined
}

/** A file that goes with one or more mails, compressed with zstd. */
export interface Attachment {
  readonly name: string
  readonly contentType: string
  /** The size of the file as it is sent. */
  readonly bytes: number
  readonly packed: Buffer
}

/** A message with the metadata of its files. */
export interface WaitingMessage extends Message {
  attached: readonly Pick<Attachment, 'name' | 'bytes'>[]
}

/** A message that a server hands over. */
export interface ClaimedMessage extends Message {
  /** How often that was tried, or was not the time to try. */
  readonly tries: number
}

export interface Claim {
  readonly kind: Message['kind']
  /** The name of this server, and the messages that it is handing over. */
  readonly server: string
  readonly atHand: readonly string[]
  readonly now: number
  /** Older messages are not sent any more; those with an expiry are given up when it is over. */
  readonly createdAfter: number
}

interface Removal {
  readonly now: number
  readonly sentBefore: number
  readonly writtenBefore: number
}

/** A message without what it says: text, HTML and headers hold links that let anyone who has them in. */
const NO_TEXT = { body: '', html: null, headers: null, attachmentId: null }

const IS_WAITING = sql<boolean>`(sent_at is null and failed_at is null)`

const HAS_TEXT = sql<boolean>`(body <> '' or html is not null or headers is not null or attachment_id is not null)`

/** Everything that leaves the portal for people is written here first, with what causes it. */
export function createOutboxStore(db: Db) {
  /** They will never be taken, or no one wants them any more. */
  const giveUp = (isMeant: RawBuilder<boolean>, at: number, reason: string | RawBuilder<string>) =>
    db
      .updateTable('outbox')
      .set({ ...NO_TEXT, failedAt: new Date(at), lastError: reason })
      .where(isMeant)

  return {
    add: async ({
      createdAt,
      expiresAt,
      keptUntil,
      headers,
      attachmentId,
      forUser,
      linkHash,
      ...message
    }: Message): Promise<void> => {
      await db
        .insertInto('outbox')
        .values({
          ...message,
          createdAt: new Date(createdAt),
          expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
          headers: headers === undefined ? null : JSON.stringify(headers),
          keptUntil: keptUntil === undefined ? null : new Date(keptUntil),
          attachmentId: attachmentId ?? null,
          forUser: forUser ?? false,
          linkHash: linkHash ?? null,
        })
        .execute()
    },

    /** Keeps files for the messages that name them, in the transaction that adds these. */
    addAttachments: async (id: string, files: readonly Attachment[], now: number): Promise<void> => {
      const rows = files.map(({ name, contentType, bytes, packed }, place) => ({
        id,
        place,
        name,
        contentType,
        bytes,
        data: packed,
        createdAt: new Date(now),
      }))
      await db.insertInto('outboxAttachment').values(rows).execute()
    },

    listAttachments: async (id: string): Promise<Attachment[]> => {
      const rows = await db.selectFrom('outboxAttachment').selectAll().where('id', '=', id).orderBy('place').execute()
      return rows.map(({ name, contentType, bytes, data: packed }) => ({
        name,
        contentType,
        bytes,
        packed,
      }))
    },

    /** Why a message has lost its recipient or its reason since it was written; undefined as long as it has both. */
    findLoss: async (id: string): Promise<string | undefined> => {
      const { rows } = await sql<{ gone: boolean; disabled: boolean; used: boolean }>`
        select for_user and person.id is null as gone, for_user and (person.status <> 'active' or entity.status <> 'active') as disabled,
          link_hash is not null and not exists (
            select from password_reset link where link.token_hash = outbox.link_hash and used_at is null
            union all select from email_change link where link.token_hash = outbox.link_hash and used_at is null
          ) as used
        from outbox left join app_user person on for_user and lower(person.email) = lower(recipient)
        left join entity on entity.id = person.entity_id
        where outbox.id = ${id}`.execute(db)
      const [row] = rows
      if (row?.gone === true) return notSent('not-sent.user-deleted')
      if (row?.disabled === true) return notSent('not-sent.user-disabled')
      return row?.used === true ? notSent('not-sent.link-used') : undefined
    },

    /** The message that is due first; other servers leave it to this one as long as this one runs. */
    claimNext: async (claim: Claim): Promise<ClaimedMessage | undefined> => {
      const { rows } = await sql<Row>`
        update outbox set held_by = ${claim.server}
        where id = (select id from outbox where ${isDue(claim)} order by due_at limit 1 for update skip locked)
        returning *`.execute(db)
      const [row] = rows
      return row && { ...messageOf(row), tries: row.tries }
    },

    /** Leaves a message to a later try, of any server. */
    retryAfter: async (id: string, pauseMs: number): Promise<void> => {
      await sql`
        update outbox
        set held_by = null, tries = tries + 1, due_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
        where id = ${id}`.execute(db)
    },

    /** The newest `limit` messages that wait, the oldest of them first. */
    listWaiting: async (limit: number): Promise<WaitingMessage[]> => {
      const rows = await db
        .selectFrom('outbox')
        .selectAll('outbox')
        .select(
          sql<WaitingMessage['attached']>`array(
            select json_build_object('name', file.name, 'bytes', file.bytes)
            from outbox_attachment file where file.id = attachment_id order by file.place
          )`.as('attached'),
        )
        .where(IS_WAITING)
        .orderBy('outbox.createdAt', 'desc')
        .orderBy('outbox.id')
        .limit(limit)
        .execute()
      return rows.reverse().map(({ attached, ...row }) => ({ ...messageOf(row), attached }))
    },

    /** How many of the `most` oldest messages that wait are of each kind, and since when the first of them waits. */
    countWaiting: async (most: number): Promise<Map<Message['kind'], { count: number; oldest: number }>> => {
      const { rows } = await sql<{ kind: Message['kind']; count: number; oldest: Date }>`
        select kind, count(*) as count, min(created_at) as oldest
        from (
          select kind, created_at from outbox where ${IS_WAITING} order by created_at limit ${most}
        ) waiting
        group by kind`.execute(db)
      return new Map(rows.map(({ kind, count, oldest }) => [kind, { count, oldest: oldest.getTime() }]))
    },

    /** Nothing reads the text after that. */
    markSent: async (id: string, at: number): Promise<void> => {
      await db
        .updateTable('outbox')
        .set((eb) => ({ ...NO_TEXT, sentAt: new Date(at), attempts: eb('attempts', '+', 1), lastError: null }))
        .where('id', '=', id)
        .execute()
    },

    /** Deletes sent messages, and others once they are old; those that are kept lose their text and file until their time. */
    removeOld: async ({ now, sentBefore, writtenBefore }: Removal): Promise<void> => {
      const isOver = sql<boolean>`(sent_at < ${new Date(sentBefore)} or created_at < ${new Date(writtenBefore)})`
      await db
        .deleteFrom('outbox')
        .where(isOver)
        .where((eb) => eb.or([eb('keptUntil', 'is', null), eb('keptUntil', '<', new Date(now))]))
        .execute()
      await db.updateTable('outbox').set(NO_TEXT).where(isOver).where(HAS_TEXT).execute()
      await sql`
        delete from outbox_attachment file where not exists (select from outbox where attachment_id = file.id)`.execute(
        db,
      )
    },

    /** Empties messages whose code or link has expired, or that are pointless by now, sent or not. */
    blankExpired: async (now: number): Promise<void> => {
      await db.updateTable('outbox').set(NO_TEXT).where('expiresAt', '<=', new Date(now)).where(HAS_TEXT).execute()
    },

    giveUp: async (id: string, { at, reason }: { at: number; reason: string }): Promise<void> => {
      await giveUp(sql`id = ${id}`, at, reason).execute()
    },

    /** Gives up those of the messages that still wait. Returns their ids. */
    giveUpWaiting: async (
      ids: readonly string[],
      { at, reason }: { at: number; reason: string },
    ): Promise<string[]> => {
      const isMeant = sql<boolean>`${IS_WAITING} and id = any (${[...ids]}::text[])`
      const rows = await giveUp(isMeant, at, reason).returning('id').execute()
      return rows.map(({ id }) => id)
    },

    /** Gives up messages about alerts and scheduled reports to users who are being deleted, while it is known whose they are. */
    giveUpToUsers: async (users: readonly UserId[], { at, reason }: { at: number; reason: string }): Promise<void> => {
      const isMeant = sql<boolean>`${IS_WAITING} and id in (
        select outbox_id from alert_notification where user_id = any (${[...users]}) and outbox_id is not null
        union all select outbox_id from report_mail where user_id = any (${[...users]}) and outbox_id is not null
      )`
      await giveUp(isMeant, at, reason).execute()
    },

    /** Gives a message up that no one took in time; what was last said of it stays. */
    giveUpLate: async (id: string, at: number): Promise<void> => {
      const reason = sql<string>`concat_ws(chr(10), ${notSent('not-sent.expired')}::text, last_error)`
      await giveUp(sql`id = ${id}`, at, reason).execute()
    },

    recordFailure: async (id: string, error: string): Promise<void> => {
      await db
        .updateTable('outbox')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError: error }))
        .where('id', '=', id)
        .execute()
    },
  }
}

export function isAnyDue(claim: Claim): RawBuilder<unknown> {
  return sql`exists (select from outbox where ${isDue(claim)})`
}

/**
 * Whether a message waits for a try, and no server is at it: what this one was at when the database went away is not at hand any more. It
 * may have arrived then: a recipient can recognise a duplicate by its id.
 */
function isDue({ kind, server, atHand, now, createdAfter }: Claim): RawBuilder<unknown> {
  return sql`kind = ${kind} and ${IS_WAITING} and due_at <= clock_timestamp()
    and (created_at > ${new Date(createdAfter)} or expires_at <= ${new Date(now)})
    and ${isFreeFor(server, sql`held_by`)} and id <> all (${[...atHand]}::text[])`
}

type Row = Selectable<Tables['outbox']>

function messageOf(row: Row): Message {
  const { id, kind, recipient, subject, body, html, headers, attachmentId } = row
  return {
    id,
    kind,
    recipient,
    subject,
    body,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt?.getTime(),
    html: html ?? undefined,
    headers: headers ?? undefined,
    ...(attachmentId === null ? {} : { attachmentId }),
  }
}
