import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ReportContent, ReportRhythm } from '../contract/report-schedules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Recipient } from '@fieldwatch/server/delivery/mail/queue-mail'
import { type ChangedChart, isOneOfCharts } from '@fieldwatch/server/fleet/templates/affected-chart-store'
import { languageOf } from '@fieldwatch/server/platform/database/person-columns'
import { activeWithReach, type RightsAfter } from '@fieldwatch/server/platform/database/active-with-reach'
import type { Db } from '@fieldwatch/server/platform/database/database'

/** A scheduled report that is switched on. */
export interface RunningSchedule {
  readonly id: number
  readonly dataId: DataId
  readonly entity: EntityId
  readonly name: string
  readonly content: ReportContent
  readonly rhythm: ReportRhythm
}

/** Units that are about to belong to other entities. */
export interface UnitsAfter {
  readonly dataIDs: readonly DataId[]
  readonly entities: readonly EntityId[]
}

const NO_UNITS: UnitsAfter = { dataIDs: [], entities: [] }

/** How it is judged who can get a report: by the rights and entities as they are, or as they will be. */
interface Judging {
  readonly after?: RightsAfter | undefined
  readonly units?: UnitsAfter | undefined
}

const COLUMNS = sql`schedule.id, schedule.data_id as "dataId", schedule.entity_id as entity, schedule.name, content, rhythm`

/** Scheduled reports that lose their content or their recipients. Use it in a transaction where something is changed. */
export function createScheduleEndStore(db: Db) {
  const list = async (
    of: RawBuilder<unknown>,
    {
      people,
      heard,
      candidates,
      after,
      units = NO_UNITS,
    }: {
      readonly people: readonly UserId[]
      readonly heard: RawBuilder<unknown>
      readonly candidates: RawBuilder<unknown>
      readonly after: RightsAfter | undefined
      readonly units: UnitsAfter | undefined
    },
  ): Promise<RunningSchedule[]> => {
    const isOfUnits = sql`recipient.data_id = any (${[...units.dataIDs]})`
    const { rows } = await sql<RunningSchedule>`
      with recursive schedule as (
        select * from report_schedule where ${of} and exists (
          select from report_recipient where schedule_id = report_schedule.id and user_id = any (${[...people]})
        )
      ), recipient as (
        select schedule_id, data_id, user_id from report_recipient join schedule on schedule.id = schedule_id
        where ${candidates}
      ), ${activeWithReach(sql`select user_id from recipient`, after)}
      select ${COLUMNS} from schedule where ${heard} (
        select from recipient join reach using (user_id)
        where schedule_id = schedule.id and (
          ${isOfUnits} and reach.entity_id = any (${[...units.entities]}) or not ${isOfUnits} and exists (
            select from unit_entity one where one.data_id = recipient.data_id and one.entity_id = reach.entity_id
          )
        )
      ) order by lower(name), id`.execute(db)
    return rows
  }

  return {
    listOfUnit: async (dataId: DataId): Promise<RunningSchedule[]> => {
      const { rows } = await sql<RunningSchedule>`
        select ${COLUMNS} from report_schedule schedule
        where data_id = ${dataId} and due_at is not null order by lower(name), id`.execute(db)
      return rows
    },

    /** The running schedules that send one of these charts or reports of event tables. */
    listOfCharts: async (charts: readonly ChangedChart[]): Promise<RunningSchedule[]> => {
      const { rows } = await sql<RunningSchedule>`
        select ${COLUMNS} from report_schedule schedule
        where ${isOfCharts(charts)} and due_at is not null order by lower(name), id`.execute(db)
      return rows
    },

    /** Gives the schedules of a chart or report its new title. */
    renameChart: async (chart: ChangedChart): Promise<void> => {
      await sql`
        update report_schedule schedule set content = content || jsonb_build_object(${chart.of}::text, ${chart.to}::text),
          version = version + 1
        where ${isOfCharts([chart])}`.execute(db)
    },

    /** Those that some people get, and no one who is active with the unit in reach, apart from those who leave. */
    listOrphaned: (
      people: readonly UserId[],
      { leaving = [], after, units }: Judging & { readonly leaving?: readonly UserId[] } = {},
    ): Promise<RunningSchedule[]> =>
      list(sql`due_at is not null`, {
        people,
        heard: sql`not exists`,
        candidates: sql`user_id <> all (${[...leaving]})`,
        after,
        units,
      }),

    /** Those that wait for recipients, and that some people can get again. */
    listRegained: (people: readonly UserId[], { after, units }: Judging = {}): Promise<RunningSchedule[]> =>
      list(sql`due_at is null and awaits_recipients and stopped is not null`, {
        people,
        heard: sql`exists`,
        candidates: sql`user_id = any (${[...people]})`,
        after,
        units,
      }),

    /** Switches them off, with the reason. Those that wait for recipients resume when one of theirs can get them again. */
    stop: async (
      ids: readonly number[],
      reason: string,
      { awaitsRecipients = false }: { readonly awaitsRecipients?: boolean } = {},
    ): Promise<void> => {
      await sql`
        update report_schedule set due_at = null, stopped = ${reason}, awaits_recipients = ${awaitsRecipients},
          version = version + 1
        where id = any (${[...ids]}::bigint[])`.execute(db)
    },

    /** Switches one on again. */
    resume: async (id: number, dueAt: number): Promise<void> => {
      await sql`
        update report_schedule set due_at = ${new Date(dueAt)}, stopped = null, awaits_recipients = false,
          version = version + 1
        where id = ${id}`.execute(db)
    },

    /** The scheduled reports of the unit go with it. Returns who got them; those of entities that are deleted have heard already. */
    removeOfUnit: async (dataId: DataId): Promise<(Required<Recipient> & { name: string })[]> => {
      const { rows } = await sql<Required<Recipient> & { name: string }>`
        select schedule.name, email, first_name as "firstName", ${languageOf('person')} as language from report_schedule schedule
        join report_recipient on schedule_id = schedule.id join app_user person on person.id = user_id
        join entity on entity.id = schedule.entity_id
        where data_id = ${dataId} and due_at is not null and person.status = 'active' and deleted_at is null
        order by email`.execute(db)
      await sql`delete from report_schedule where data_id = ${dataId}`.execute(db)
      return rows
    },

    /** Who loses reports of entities that are deleted, and stays. */
    listLosing: async (entities: readonly EntityId[]): Promise<(Required<Recipient> & { name: string })[]> => {
      const { rows } = await sql<Required<Recipient> & { name: string }>`
        select schedule.name, email, first_name as "firstName", ${languageOf('person')} as language
        from report_schedule schedule join report_recipient on schedule_id = schedule.id
        join app_user person on person.id = user_id join entity on entity.id = person.entity_id
        where schedule.entity_id = any (${[...entities]}) and due_at is not null and person.status = 'active'
          and entity.status = 'active' and entity.id <> all (${[...entities]})
        order by email, lower(schedule.name), schedule.id`.execute(db)
      return rows
    },

    /** The people to whom reports of some units go, whether they can get them or not. */
    listRecipients: async (dataIds: readonly DataId[]): Promise<UserId[]> => {
      const { rows } = await sql<{ user: UserId }>`
        select distinct user_id as "user" from report_recipient join report_schedule schedule on schedule.id = schedule_id
        where data_id = any (${[...dataIds]})`.execute(db)
      return rows.map(({ user }) => user)
    },

    /** The active people who get some of them or made them. */
    listConcerned: async (ids: readonly number[]): Promise<(Required<Recipient> & { id: number })[]> => {
      const { rows } = await sql<Required<Recipient> & { id: number }>`
        select schedule.id, email, first_name as "firstName", ${languageOf('person')} as language from report_schedule schedule
        join app_user person on person.id = created_by
          or exists (select from report_recipient where schedule_id = schedule.id and user_id = person.id)
        where schedule.id = any (${[...ids]}::bigint[]) and person.status = 'active' order by email`.execute(db)
      return rows
    },
  }
}

function isOfCharts(charts: readonly ChangedChart[]): RawBuilder<unknown> {
  const isOneOf = (of: ChangedChart['of']): RawBuilder<unknown> =>
    isOneOfCharts(
      charts.filter((chart) => chart.of === of),
      { title: sql`content ->> ${of}::text`, unit: 'schedule.data_id' },
    )
  return sql`(${isOneOf('chart')} or ${isOneOf('report')})`
}
