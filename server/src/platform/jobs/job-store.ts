import type { EntityId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { addressNow } from '#platform/audit/acting.ts'
import type { Db } from '#platform/database/database.ts'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Caller } from '#platform/http/caller.ts'
import { isFreeFor } from '#platform/leases/lease-store.ts'

export interface NewJob {
  /** As the activity names its beginning, such as `delete unit`. */
  readonly kind: string
  /** What it is about. While a job of a kind is open, no other one of this subject begins. */
  readonly subject?: string
  /** What it is about is called so now; left out: it is about many things. */
  readonly name?: string
  readonly payload?: object
  /** A user, or the token of an entity; undefined: the portal itself. */
  readonly by: UserId | undefined
  /** Only of a program. */
  readonly tokenId?: ProgramTokenId | undefined
  /** In which it was begun. */
  readonly entity: EntityId | undefined
  readonly now: number
}

/** A job whose next step a server does. */
export interface ClaimedJob {
  readonly id: number
  readonly kind: string
  /** Empty: its payload says all. */
  readonly subject: string
  readonly payload: unknown
  readonly by: UserId | undefined
  readonly tokenId: ProgramTokenId | undefined
  /** The network address of the request that began it; empty where no person did. */
  readonly address: string
  /** How often this step failed. */
  readonly tries: number
}

/** Who reads of jobs: those that they began themselves, and those that were begun in an entity in reach. */
export type JobReader = Pick<Caller, 'userId' | 'reach'>

/** A job under way, for those who read of it. */
interface OpenJob {
  readonly id: number
  readonly kind: string
  readonly name: string | null
  readonly createdAt: number
  /** Null: no one in reach. */
  readonly createdBy: string | null
  readonly done: number
  /** Null: no one counts them. */
  readonly total: number | null
  readonly tries: number
}

/** Work that outlives its request, which the servers share: one of them does the next step of a job. */
export function createJobStore(db: Db) {
  return {
    /** Undefined: there is one already. */
    add: async ({
      kind,
      subject,
      name,
      payload = {},
      by,
      tokenId,
      entity,
      now,
    }: NewJob): Promise<number | undefined> => {
      const { rows } = await sql<{ id: number }>`
        insert into job (kind, subject, name, payload, created_at, created_by, token_id, entity_id, address)
        values (${kind}, ${subject ?? null}, ${name ?? null}, ${JSON.stringify(payload)}, ${now}, ${by ?? null}, ${tokenId ?? null}, ${entity ?? null}, ${addressNow()})
        on conflict (kind, subject) where ended_at is null do nothing
        returning id`.execute(db)
      return rows[0]?.id
    },

    /** The one whose last turn is the longest ago, of those that no running server holds. */
    claimNext: async (kinds: readonly string[], server: string, now: number): Promise<ClaimedJob | undefined> => {
      const { rows } = await sql<ClaimedRow>`
        update job set held_by = ${server}, taken_at = clock_timestamp()
        where id = (
          select id from job where ${isReady(kinds, server, now)}
          order by taken_at nulls first, id limit 1 for update skip locked
        )
        returning id, kind, coalesce(subject, '') as subject, payload, created_by as "by", token_id as "tokenId", address, tries`.execute(
        db,
      )
      const [row] = rows
      return row && { ...row, by: row.by ?? undefined, tokenId: row.tokenId ?? undefined }
    },

    /**
     * Whether the job continues and this server still holds it. No one else takes or stops it until the end of the transaction. Each step
     * asks this before it changes anything.
     */
    hold: async ({ id }: Pick<ClaimedJob, 'id'>, server: string): Promise<boolean> => {
      const { rows } = await sql`
        select from job where id = ${id} and held_by = ${server} and ended_at is null for update`.execute(db)
      return rows.length > 0
    },

    /** A step is done: any server may do the next one. */
    release: async ({ id }: Pick<ClaimedJob, 'id'>, server: string): Promise<void> => {
      await sql`update job set held_by = null, tries = 0 where id = ${id} and held_by = ${server}`.execute(db)
    },

    /** A step failed: it is tried again, but not before a time. */
    putOff: async ({ id }: Pick<ClaimedJob, 'id'>, server: string, until: number): Promise<void> => {
      await sql`
        update job set held_by = null, tries = tries + 1, due_at = ${until}
        where id = ${id} and held_by = ${server}`.execute(db)
    },

    /** Those under way of which someone may read, the newest first. */
    listOpen: async (reader: JobReader, limit: number): Promise<OpenJob[]> => {
      const { rows } = await sql<OpenJob>`
        select id, kind, name, created_at as "createdAt", ${creatorName(sql.ref('job.created_by'), reader.reach)} as "createdBy",
          done, total, tries
        from job where ended_at is null and ${isReadable(reader)} order by id desc limit ${limit}`.execute(db)
      return rows
    },

    /** Its results stay for a time. */
    end: async (id: number, now: number): Promise<void> => {
      await sql`update job set ended_at = ${now}, held_by = null where id = ${id}`.execute(db)
    },

    stop: async (id: number, { by, now }: { readonly by: UserId; readonly now: number }): Promise<void> => {
      await sql`
        update job set ended_at = ${now}, stopped_at = ${now}, stopped_by = ${by}, held_by = null
        where id = ${id}`.execute(db)
    },

    /** Nothing of it stays. */
    remove: async (id: number): Promise<void> => {
      await sql`delete from job where id = ${id}`.execute(db)
    },

    /** Forgets jobs that ended before a moment. */
    removeOld: async (kinds: readonly string[], before: number): Promise<void> => {
      await sql`delete from job where ${isOneOfKinds(kinds)} and ended_at < ${before}`.execute(db)
    },
  }
}

/** Whether someone may read of a row of `job`. */
export function isReadable({ userId, reach }: JobReader): RawBuilder<boolean> {
  return sql<boolean>`(job.created_by = ${userId} or job.entity_id = any (${[...reach]}))`
}

type Nullable<Value> = { readonly [Name in keyof Value]: Exclude<Value[Name], undefined> | null }

type ClaimedRow = Omit<ClaimedJob, 'by' | 'tokenId'> & Nullable<Pick<ClaimedJob, 'by' | 'tokenId'>>

/** Whether a row of `job` is of one of these kinds. */
export function isOneOfKinds(kinds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`job.kind = any (${[...kinds]}::text[])`
}

export function isJobDue(kinds: readonly string[], server: string, now: number): RawBuilder<unknown> {
  return sql`exists (select from job where ${isReady(kinds, server, now)})`
}

function isReady(kinds: readonly string[], server: string, now: number): RawBuilder<boolean> {
  return sql<boolean>`${isOneOfKinds(kinds)} and job.ended_at is null and job.due_at <= ${now}
    and ${isFreeFor(server, sql`job.held_by`)}`
}
