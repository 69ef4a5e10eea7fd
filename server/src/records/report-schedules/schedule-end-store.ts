import type { DataId, EntityId, UserId } from '@fieldwatch/contract/ids'
import type { ReportContent } from '@fieldwatch/contract/report-schedules'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** A scheduled report that is switched on. */
export interface RunningSchedule {
  readonly id: number
  readonly dataId: DataId
  readonly entity: EntityId
  readonly name: string
  readonly content: ReportContent
}

const COLUMNS = sql`schedule.id, schedule.data_id as "dataId", schedule.entity_id as entity, schedule.name, content`

/** Scheduled reports that lose their content or their recipients. Use it in a transaction where something is changed. */
export function createScheduleEndStore(db: Db) {
  return {
    listOfUnit: async (dataId: DataId): Promise<RunningSchedule[]> => {
      const { rows } = await sql<RunningSchedule>`
        select ${COLUMNS} from report_schedule schedule
        where data_id = ${dataId} and due_at is not null order by lower(name), id`.execute(db)
      return rows
    },

    /** Those that only the given people get. */
    listOnlyFor: async (people: readonly UserId[]): Promise<RunningSchedule[]> => {
      const { rows } = await sql<RunningSchedule>`
        select ${COLUMNS} from report_schedule schedule
        where due_at is not null
          and exists (select from report_recipient where schedule_id = schedule.id and user_id = any (${[...people]}))
          and not exists (select from report_recipient where schedule_id = schedule.id and user_id <> all (${[...people]}))
        order by lower(name), id`.execute(db)
      return rows
    },

    /** Switches them off, with the reason. */
    stop: async (ids: readonly number[], reason: string): Promise<void> => {
      await sql`
        update report_schedule set due_at = null, stopped = ${reason}, version = version + 1
        where id = any (${[...ids]}::bigint[])`.execute(db)
    },

    /** The active people who get some of them or made them. */
    listConcerned: async (ids: readonly number[]): Promise<{ id: number; email: string; firstName: string }[]> => {
      const { rows } = await sql<{ id: number; email: string; firstName: string }>`
        select schedule.id, email, first_name as "firstName" from report_schedule schedule
        join app_user person on person.id = created_by
          or exists (select from report_recipient where schedule_id = schedule.id and user_id = person.id)
        where schedule.id = any (${[...ids]}::bigint[]) and person.status = 'active' order by email`.execute(db)
      return rows
    },
  }
}
