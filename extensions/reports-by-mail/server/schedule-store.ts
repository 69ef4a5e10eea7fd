import { personName } from '@fieldwatch/server/platform/database/person-columns'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ReportContent, ReportRhythm, ReportRun } from '../contract/report-schedules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import { isUnitInReach } from '@fieldwatch/server/platform/database/unit-reach'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import type { Position } from '@fieldwatch/server/platform/http/page-position'
import type { JudgedSchedule } from './schedule-policy.ts'

declare module '@fieldwatch/server/platform/database/tables' {
  interface TableColumns {
    reportRun: {
      state: ReportRun['state']
    }
    reportSchedule: {
      content: ReportContent
      rhythm: ReportRhythm
    }
  }
}

/** How changes of scheduled reports are counted. */
export const VERSIONED = { kind: 'schedule', table: 'reportSchedule' } as const

export interface StoredSchedule extends JudgedSchedule {
  readonly id: number
  readonly dataId: DataId
  readonly unitName: string
  readonly name: string
  readonly content: ReportContent
  readonly rhythm: ReportRhythm
  /** Undefined: it is switched off. */
  readonly dueAt: number | undefined
  readonly stopped: string | undefined
  /** It is stopped until a recipient can get it. */
  readonly awaitsRecipients: boolean
  readonly createdAt: number
  readonly version: number
  /** Names of those who get it, in the order of `recipients`, and of who made it where that is in reach. */
  readonly recipientNames: readonly string[]
  readonly madeByName: string | undefined
  readonly last: (Pick<ReportRun, 'state' | 'note'> & { readonly at: number }) | undefined
}

interface NewSchedule extends Pick<StoredSchedule, 'dataId' | 'entity' | 'name' | 'content' | 'rhythm'> {
  readonly dueAt: number
  readonly by: UserId
  readonly now: number
}

type ScheduleChanges = Partial<Pick<NewSchedule, 'name' | 'content' | 'rhythm'>> & {
  readonly dueAt?: number | null
  readonly stopped?: string | null
  readonly awaitsRecipients?: boolean
}

interface Asked {
  readonly userId: UserId
  readonly reach: readonly EntityId[]
  /** Sees all of the entities in reach. */
  readonly isAdmin: boolean
  readonly dataId: DataId | undefined
  readonly after: Position | undefined
  readonly limit: number
}

/** Reports that are mailed regularly, with those who get them. */
export function createScheduleStore(db: Db) {
  const select = (condition: RawBuilder<unknown>, reach: readonly EntityId[]) => sql<Row>`
    select schedule.*, friendly_name, maker.name as made_by_name, last.at as last_at, last.state as last_state,
      last.note as last_note, array(select entity_id from unit_entity where data_id = schedule.data_id) as unit_entities,
      array(select user_id ${PEOPLE}) as recipients, array(select ${personName()} ${PEOPLE}) as recipient_names
    from report_schedule schedule join unit using (data_id)
    left join lateral (
      select ${personName()} as name from known_person where id = schedule.created_by and entity_id = any (${[...reach]})
    ) maker on true
    left join lateral (
      select at, state, note from report_run where schedule_id = schedule.id order by id desc limit 1
    ) last on true
    where ${condition}`

  return {
    /** Those that a person sees, the newest first. */
    list: async ({ userId, reach, isAdmin, dataId, after, limit }: Asked): Promise<StoredSchedule[]> => {
      const sees = sql`(${isAdmin} and schedule.entity_id = any (${[...reach]}) or schedule.created_by = ${userId}
        or exists (select from report_recipient where schedule_id = schedule.id and user_id = ${userId}))`
      const keeps = sql`(${isAdmin} and schedule.entity_id = any (${[...reach]}) or schedule.created_by = ${userId}
        and not exists (select from report_recipient where schedule_id = schedule.id and user_id <> ${userId}))`
      const inReach = sql`(${isUnitInReach(sql`schedule.data_id`, reach)} or ${keeps})`
      const ofUnit = dataId === undefined ? sql`` : sql`and schedule.data_id = ${dataId}`
      const behind =
        after === undefined ? sql`` : sql`and (schedule.created_at, schedule.id) < (${new Date(after.at)}, ${after.id})`
      const { rows } = await sql<Row>`
        ${select(sql`${sees} and ${inReach} ${ofUnit} ${behind}`, reach)}
        order by schedule.created_at desc, schedule.id desc limit ${limit}`.execute(db)
      return rows.map(scheduleOf)
    },

    /** Anyone who may see it. */
    find: async (id: number, reach: readonly EntityId[]): Promise<StoredSchedule | undefined> => {
      const { rows } = await select(sql`schedule.id = ${id}`, reach).execute(db)
      return rows.map(scheduleOf)[0]
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'reportSchedule', entity),

    create: async (of: NewSchedule): Promise<number> => {
      const { id } = await db
        .insertInto('reportSchedule')
        .values({
          dataId: of.dataId,
          entityId: of.entity,
          name: of.name,
          content: JSON.stringify(of.content),
          rhythm: JSON.stringify(of.rhythm),
          dueAt: new Date(of.dueAt),
          createdBy: of.by,
          createdAt: new Date(of.now),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    update: async (
      id: number,
      { name, content, rhythm, dueAt, stopped, awaitsRecipients }: ScheduleChanges,
    ): Promise<void> => {
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(content === undefined ? {} : { content: JSON.stringify(content) }),
        ...(rhythm === undefined ? {} : { rhythm: JSON.stringify(rhythm) }),
        ...(dueAt === undefined ? {} : { dueAt: dueAt === null ? null : new Date(dueAt) }),
        ...(stopped === undefined ? {} : { stopped }),
        ...(awaitsRecipients === undefined ? {} : { awaitsRecipients }),
      }
      if (Object.keys(changes).length === 0) return
      await db.updateTable('reportSchedule').set(changes).where('id', '=', id).execute()
    },

    /** Whether a person gets it; undefined: there is no such person any more. Without a name it is not there any more, or not for them. */
    findSubscription: async (
      id: number,
      userId: UserId,
    ): Promise<{ name: string | undefined; subscribed: boolean } | undefined> => {
      const { rows } = await sql<{ name: string | null; subscribed: boolean }>`
        select schedule.name, recipient.user_id is not null as subscribed from app_user
        left join report_recipient recipient on recipient.user_id = app_user.id and recipient.schedule_id = ${id}
        left join report_schedule schedule on schedule.id = recipient.schedule_id
        where app_user.id = ${userId}`.execute(db)
      const [row] = rows
      return row && { name: row.name ?? undefined, subscribed: row.subscribed }
    },

    setRecipients: async (id: number, recipients: readonly UserId[]): Promise<void> => {
      await sql`
        delete from report_recipient where schedule_id = ${id} and user_id <> all (${[...recipients]})`.execute(db)
      await sql`
        insert into report_recipient (schedule_id, user_id) select ${id}, unnest(${[...recipients]}::text[])
        on conflict do nothing`.execute(db)
    },

    /** Returns whether the person got it until now. */
    removeRecipient: async (id: number, userId: UserId): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('reportRecipient')
        .where('scheduleId', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('reportSchedule').where('id', '=', id).execute()
    },

    /** Those that are due, which no one else is at. Use it in a transaction. */
    claimDue: async (now: number, limit: number): Promise<{ id: number; rhythm: ReportRhythm; dueAt: number }[]> => {
      const { rows } = await sql<{ id: number; rhythm: ReportRhythm; dueAt: Date }>`
        select id, rhythm, due_at from report_schedule where due_at <= ${new Date(now)}
        order by due_at, id limit ${limit} for update skip locked`.execute(db)
      return rows.map(({ id, rhythm, dueAt }) => ({ id, rhythm, dueAt: dueAt.getTime() }))
    },
  }
}

const PEOPLE = sql`from report_recipient join app_user on app_user.id = user_id
  where schedule_id = schedule.id order by ${personName()}, user_id`

type Row = Selectable<Tables['reportSchedule']> & {
  friendlyName: string
  madeByName: string | null
  unitEntities: EntityId[]
  recipients: UserId[]
  recipientNames: string[]
  lastAt: Date | null
  lastState: ReportRun['state'] | null
  lastNote: string | null
}

function scheduleOf(row: Row): StoredSchedule {
  return {
    id: row.id,
    dataId: row.dataId,
    entity: row.entityId,
    unitName: row.friendlyName,
    unitEntities: row.unitEntities,
    name: row.name,
    content: row.content,
    rhythm: row.rhythm,
    dueAt: row.dueAt?.getTime(),
    stopped: row.stopped ?? undefined,
    awaitsRecipients: row.awaitsRecipients,
    createdAt: row.createdAt.getTime(),
    version: row.version,
    madeBy: row.createdBy ?? undefined,
    madeByName: row.madeByName ?? undefined,
    recipients: row.recipients,
    recipientNames: row.recipientNames,
    last:
      row.lastAt === null || row.lastState === null
        ? undefined
        : { at: row.lastAt.getTime(), state: row.lastState, note: row.lastNote },
  }
}
