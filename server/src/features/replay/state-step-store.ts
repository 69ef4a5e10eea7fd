import type { StateStep } from '@fieldwatch/contract/replay/state-steps'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitWhollyInReach } from '#platform/database/unit-reach.ts'
import { type AlertReader, isAlertSeen } from '#features/alerts/alert-audience-store.ts'
import { openWithin } from './state-event-store.ts'

/** A step, in epoch milliseconds. */
export interface FoundStep extends Pick<StateStep, 'kind' | 'happening' | 'id' | 'title'> {
  readonly at: number
  readonly dataId: DataId
}

interface StepRange extends TimeRange {
  readonly direction: 'asc' | 'desc'
  /** The most steps of each kind. */
  readonly limit: number
}

/** When something began and ended, in the order of time or the other way round. */
export function createStateStepStore(db: Db) {
  const list = async (steps: RawBuilder<unknown>, { from, to, direction, limit }: StepRange): Promise<FoundStep[]> => {
    const way = sql.raw(direction)
    const { rows } = await sql<FoundStep>`
      select step.* from (${steps}) step where at >= ${from}::bigint and at < ${to}::bigint
      order by at ${way}, "dataId", id, happening limit ${limit}`.execute(db)
    return rows
  }

  return {
    /** The steps of occurrences. Those of one table do not overlap, so each step is at one of the next starts, or at its end. */
    listOfEvents: (tables: readonly number[], now: number, range: StepRange): Promise<FoundStep[]> => {
      const steps = sql`
        select turn.at, data_id as "dataId", 'event' as kind, turn.happening, name as id, title
        from event_table cross join lateral ${openWithin(range, now, { direction: range.direction, most: range.limit + 1 })} occurrence
        cross join lateral (
          values (occurrence.start_at, 'began'), (occurrence.end_at, 'ended')
        ) turn (at, happening)
        where event_table.id = any (${`{${tables.join(',')}}`}::bigint[])`
      return list(steps, range)
    },

    /** The steps of alerts that the reader may see, on units whose reach was checked. */
    listOfAlerts: (dataIds: readonly DataId[], reader: AlertReader, range: StepRange): Promise<FoundStep[]> => {
      const { from, to, direction, limit } = range
      const steps = sql`
        select change.at, state.data_id as "dataId", 'alert' as kind, change.happening, alert.id, alert.name as title
        from alert_unit state join alert on alert.id = state.alert_id
        cross join lateral (
          select at, happening from alert_change change
          where change.alert_id = state.alert_id and change.data_id = state.data_id and happening in ('high', 'ok')
            and at >= ${from}::bigint and at < ${to}::bigint
          order by at ${sql.raw(direction)} limit ${limit}
        ) change
        where state.data_id = any (${[...dataIds]}::text[]) and ${isAlertSeen(reader)}`
      return list(steps, range)
    },

    /** The steps of requests to units with no entity out of reach. */
    listOfRequests: (
      dataIds: readonly DataId[],
      reach: readonly EntityId[],
      range: StepRange,
    ): Promise<FoundStep[]> => {
      const { from, to, direction, limit } = range
      const steps = sql`
        select turn.at, asked.data_id as "dataId", 'request' as kind, turn.happening, turn.id::text as id, turn.action as title
        from unnest(${[...dataIds]}::text[]) asked (data_id)
        cross join lateral (
          select own.at, own.happening, request.id, request.action
          from action_request request
          cross join lateral (
            values (created_at, 'sent'), (answered_at, 'answered'), (expired_at, 'expired'), (cancelled_at, 'cancelled'),
              (not_sent_at, 'not-sent')
          ) own (at, happening)
          where request.data_id = asked.data_id and created_at < ${to}::bigint and own.at >= ${from}::bigint and own.at < ${to}::bigint
          order by own.at ${sql.raw(direction)} limit ${limit}
        ) turn
        where ${isUnitWhollyInReach(sql`asked.data_id`, reach)}`
      return list(steps, range)
    },
  }
}
