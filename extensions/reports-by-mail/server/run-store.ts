import { notSent } from '@fieldwatch/messages/server-sentences'
import { personName } from '@fieldwatch/server/platform/database/person-columns'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { MOST_RUNS, type ReportMail, type ReportRun } from '../contract/report-schedules.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'

interface NewRun {
  readonly scheduleId: number
  readonly at: number
  /** A person asked for it. */
  readonly asked: boolean
  readonly range: TimeRange
  readonly missed: number
}

/** A run that a server writes. */
export interface ClaimedRun {
  readonly id: number
  readonly scheduleId: number
  readonly at: number
  readonly range: TimeRange
  /** How often a server began to write it, this time counted. */
  readonly tries: number
}

export interface RunEnd {
  readonly state: Exclude<ReportRun['state'], 'waiting'>
  readonly note?: string | undefined
  readonly fileName?: string | undefined
  readonly rows?: number | undefined
  readonly bytes?: number | undefined
}

export interface NewMail {
  readonly userId: UserId
  readonly address: string
  /** In the outbox; undefined where it is withheld. */
  readonly outboxId?: string
  readonly withheld?: string
}

/** When reports were sent, and what became of them. */
export function createRunStore(db: Db) {
  return {
    /** Returns its id, or that of the one that there is for this time already. */
    create: async ({ scheduleId, at, asked, range, missed }: NewRun): Promise<number> => {
      const { id } = await db
        .insertInto('reportRun')
        .values({ scheduleId, at: new Date(at), asked, fromAt: range.from, toAt: range.to, missed })
        .onConflict((conflict) => conflict.columns(['scheduleId', 'at', 'asked']).doUpdateSet({ at: new Date(at) }))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** One that a person asked for and that is not written yet. */
    findAsked: async (scheduleId: number): Promise<number | undefined> => {
      const row = await db
        .selectFrom('reportRun')
        .select('id')
        .where('scheduleId', '=', scheduleId)
        .where('state', '=', 'waiting')
        .where('asked', '=', true)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row?.id
    },

    /**
     * One that waits, is not to be tried later, and that no server that runs is at: of the entity whose turn was the longest ago, one that was due
     * before one that a person asked for, and then the oldest.
     */
    claimNext: async (server: string, now: number): Promise<ClaimedRun | undefined> => {
      const { rows } = await sql<Selectable<Tables['reportRun']>>`
        with next as (
          select report_run.id, entity_id from report_run
          join report_schedule on report_schedule.id = schedule_id join entity on entity.id = entity_id
          where ${isReady(now)} and ${isFreeFor(server, sql`held_by`)}
          order by report_taken_at nulls first, asked, report_run.id limit 1 for update of report_run skip locked
        ), turn as (
          update entity set report_taken_at = clock_timestamp() from next where entity.id = next.entity_id
        )
        update report_run set held_by = ${server}, tries = tries + 1 from next where report_run.id = next.id
        returning report_run.*`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const range = { from: row.fromAt, to: row.toAt }
      return { id: row.id, scheduleId: row.scheduleId, at: row.at.getTime(), range, tries: row.tries }
    },

    /** Takes back a try that did not count. */
    takeBackTry: async (id: number, server: string): Promise<void> => {
      await sql`
        update report_run set tries = tries - 1, held_by = null
        where id = ${id} and state = 'waiting' and held_by = ${server}`.execute(db)
    },

    /** Whether it still waits for this server; no one else ends it until the end of the transaction. */
    lock: async (id: number, server: string): Promise<boolean> => {
      const { rows } = await sql`
        select from report_run where id = ${id} and state = 'waiting' and held_by = ${server} for update`.execute(db)
      return rows.length > 0
    },

    /** Lets it wait after a failure. */
    retryAt: async (id: number, at: number): Promise<void> => {
      await db
        .updateTable('reportRun')
        .set({ retryAt: new Date(at), heldBy: null })
        .where('id', '=', id)
        .execute()
    },

    end: async (id: number, { state, note, fileName, rows, bytes }: RunEnd): Promise<void> => {
      await db
        .updateTable('reportRun')
        .set({ state, note: note ?? null, fileName: fileName ?? null, rows: rows ?? null, bytes: bytes ?? null })
        .where('id', '=', id)
        .execute()
    },

    addMails: async (runId: number, mails: readonly NewMail[]): Promise<void> => {
      if (mails.length === 0) return
      const rows = mails.map(({ userId, address, outboxId, withheld }) => ({
        runId,
        userId,
        address,
        outboxId: outboxId ?? null,
        withheld: withheld ?? null,
      }))
      await db.insertInto('reportMail').values(rows).execute()
    },

    /** How many mails of reports people were sent since a moment; those without one are left out. */
    countMails: async (people: readonly UserId[], since: number): Promise<ReadonlyMap<UserId, number>> => {
      const { rows } = await sql<{ userId: UserId; count: number }>`
        select user_id, count(*)::int as count from report_mail join report_run on report_run.id = run_id
        where user_id = any (${[...people]}::text[]) and outbox_id is not null and at > ${new Date(since)}
        group by user_id`.execute(db)
      return new Map(rows.map(({ userId, count }) => [userId, count]))
    },

    /** The newest first, with the mails to all people, or to one. */
    list: async (scheduleId: number, onlyTo: UserId | undefined, now: number): Promise<ReportRun[]> => {
      const runs = await db
        .selectFrom('reportRun')
        .selectAll()
        .where('scheduleId', '=', scheduleId)
        .orderBy('id', 'desc')
        .limit(MOST_RUNS)
        .execute()
      const { rows } = await sql<MailRow>`
        select run_id, address, withheld, sent_at, failed_at, last_error, expires_at,
          coalesce(${personName('person')}, address) as name
        from report_mail left join known_person person on person.id = user_id left join outbox on outbox.id = outbox_id
        where run_id = any (${runs.map(({ id }) => id)}::bigint[])
          ${onlyTo === undefined ? sql`` : sql`and user_id = ${onlyTo}`}
        order by name, user_id`.execute(db)
      const mails = Map.groupBy(rows, (row) => row.runId)
      return runs.map((run) => ({ ...runOf(run), mails: (mails.get(run.id) ?? []).map((row) => mailOf(row, now)) }))
    },

    /** Whose mail of which report a message of the outbox is; undefined for any other message. */
    findMail: async (outboxId: string): Promise<{ scheduleId: number; userId: UserId } | undefined> => {
      const row = await db
        .selectFrom('reportMail')
        .innerJoin('reportRun', 'reportRun.id', 'runId')
        .select(['scheduleId', 'userId'])
        .where('outboxId', '=', outboxId)
        .executeTakeFirst()
      return row && { scheduleId: row.scheduleId, userId: row.userId }
    },

    /** Keeps the newest entries of each log that are not too old. */
    removeOld: async (before: number): Promise<void> => {
      await sql`
        delete from report_run where state <> 'waiting' and (at < ${new Date(before)} or id in (
          select id from (
            select id, row_number() over (partition by schedule_id order by id desc) as place from report_run
          ) placed where place > ${MOST_RUNS}
        ))`.execute(db)
    },
  }
}

/** Whether a schedule is due, or a run waits. */
export function isReportDue(now: number): RawBuilder<unknown> {
  return sql`exists (select from report_schedule where due_at <= ${new Date(now)})
    or exists (select from report_run where ${isReady(now)})`
}

function isReady(now: number) {
  return sql`state = 'waiting' and coalesce(retry_at <= ${new Date(now)}, true)`
}

interface MailRow {
  runId: number
  name: string
  address: string
  withheld: string | null
  sentAt: Date | null
  failedAt: Date | null
  lastError: string | null
  expiresAt: Date | null
}

function runOf(row: Selectable<Tables['reportRun']>): Omit<ReportRun, 'mails'> {
  return {
    runID: row.id,
    atUTC: formatTime(row.at.getTime()),
    asked: row.asked,
    fromUTC: formatTime(row.fromAt),
    toUTC: formatTime(row.toAt),
    state: row.state,
    missed: row.missed,
    fileName: row.fileName,
    rows: row.rows,
    bytes: row.bytes,
    note: row.note,
  }
}

function mailOf(row: MailRow, now: number): ReportMail {
  const { name, address, sentAt } = row
  const mail = { name, address, sentUTC: sentAt?.toISOString() ?? null }
  if (row.withheld !== null) return { ...mail, state: 'withheld', reason: row.withheld }
  if (sentAt !== null) return { ...mail, state: 'sent', reason: null }
  if (row.failedAt !== null) return { ...mail, state: 'failed', reason: row.lastError }
  const isLate = row.expiresAt !== null && row.expiresAt.getTime() <= now
  if (isLate) return { ...mail, state: 'failed', reason: notSent('not-sent.late') }
  return { ...mail, state: 'waiting', reason: row.lastError }
}
