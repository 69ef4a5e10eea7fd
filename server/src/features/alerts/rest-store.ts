import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { say } from '@fieldwatch/messages/server-sentences'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { watchedValue } from './followed-table-store.ts'

/** Whether an `alert` rests on a `unit`: it sends nothing that is stored. */
export const RESTS = sql<boolean>`(
  not unit.active or coalesce(${watchedValue(sql.ref('unit.data_id')).source} = any (unit.paused_sources), false)
)`

/** Why it rests, for the history. */
const REASON = sql`case when unit.active then ${say('answers.resting.paused')} else ${say('answers.resting.deactivated')} end`

/** What is stored of an alert on a unit on which it no longer acts. */
export const IDLE = sql`
  status = 'ok', due_at = null, deadline_at = null, pending_at = null, pending_received_at = null, pending_value = null,
  aside = null, correction = null, notified = 'ok', notified_at = null, window_from = null, sent = 0, held = 0,
  informed = '{}', acknowledged_at = null, acknowledged_by = null, comment = null, snoozed_until = null`

/** The first deadline of an `alert` that begins on a unit: 0 where it is still to be found, null where there is none. */
export const FIRST_DEADLINE = sql<number | null>`case when alert.schedule ->> 'kind' = 'by' then 0 end`

export interface RestingUnit {
  readonly alertId: AlertId
  readonly dataId: DataId
}

/** Alerts on deactivated units and paused sources. Each call takes at most so many, and none that another server has. */
export function createRestStore(db: Db) {
  return {
    /** The units of an alert on which it rests, or is about to. */
    listResting: async (alertId: AlertId): Promise<ReadonlySet<DataId>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select state.data_id from alert_unit state join alert on alert.id = alert_id
        join unit on unit.data_id = state.data_id where alert_id = ${alertId} and ${RESTS}`.execute(db)
      return new Set(rows.map((row) => row.dataId))
    },

    /** Some that are about to rest, with why. Other servers wait for none of them. */
    claim: async (limit: number): Promise<(RestingUnit & { readonly reason: string })[]> => {
      const { rows } = await sql<RestingUnit & { reason: string }>`
        select alert_id as "alertId", data_id as "dataId", ${REASON} as reason
        from alert_unit state join alert on alert.id = alert_id join unit using (data_id)
        where rested_at is null and state.ended_at is null and ${RESTS}
        limit ${limit} for update of state skip locked`.execute(db)
      return rows
    },

    /** Those that begin to rest are OK. */
    begin: async (units: readonly RestingUnit[], { reason, now }: { reason: string; now: number }): Promise<void> => {
      const given = sql`unnest(
        ${units.map(({ alertId }) => alertId)}::text[], ${units.map(({ dataId }) => dataId)}::text[]
      ) given (alert_id, data_id)`
      await sql`
        with rested as (
          update alert_unit state set rested_at = ${now}::bigint, ${IDLE} from ${given}
          where state.alert_id = given.alert_id and state.data_id = given.data_id
        )
        insert into alert_change (alert_id, data_id, happening, at, noted_at, comment)
        select alert_id, data_id, 'rested', ${now}::bigint, ${now}::bigint, ${reason} from ${given}`.execute(db)
    },

    /** Those that are back judge what comes from now on. */
    end: async (now: number, limit: number): Promise<RestingUnit[]> => {
      const { rows } = await sql<RestingUnit>`
        with found as (
          select alert_id, data_id, alert.type = 'silence' as listens, ${FIRST_DEADLINE} as deadline_at
          from alert_unit state join alert on alert.id = alert_id join unit using (data_id)
          where rested_at is not null and state.ended_at is null and not ${RESTS}
          limit ${limit} for update of state skip locked
        ), back as (
          update alert_unit set rested_at = null, changed_at = ${now}::bigint,
            begins_at = case when listens then ${now}::bigint else greatest(begins_at, last_at + 1) end,
            due_at = case when listens then ${now}::bigint end, deadline_at = found.deadline_at
          from found where alert_unit.alert_id = found.alert_id and alert_unit.data_id = found.data_id
        )
        insert into alert_change (alert_id, data_id, happening, at, noted_at)
        select alert_id, data_id, 'resumed', ${now}::bigint, ${now}::bigint from found
        returning alert_id as "alertId", data_id as "dataId"`.execute(db)
      return rows
    },
  }
}
