import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import type { AlertId, DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** A unit of an alert on silence. */
interface Listened {
  readonly alertId: AlertId
  readonly dataId: DataId
}

/** What is known about what a silence waits for. */
export interface LastArrival extends Listened {
  /** When its last record arrived, in epoch milliseconds; null before the first. */
  readonly lastAt: number | null
  /** The same, or when the alert was made where none came since. */
  readonly heardAt: number
  /** How long it may be silent; null until that is learned. */
  readonly allowedMs: number | null
}

/** A silence of which the usual gaps are to be learned, by the sources with the most recent arrivals. */
export interface Learning extends Listened {
  readonly sources: readonly { readonly key: number; readonly lastReceivedAt: number }[]
}

/** A unit with what a silence of it listens to. Times are epoch milliseconds. */
export interface ListenedUnit {
  readonly dataId: DataId
  readonly createdAt: number
  readonly sources: Learning['sources']
}

/** When records of units arrived last, for alerts on silence. */
export function createSilenceStore(db: Db) {
  return {
    /** Has new or changed silences count from the last record instead of from now. Those without a record stay as they are. */
    beginWithLastArrival: async (of: readonly Listened[]): Promise<void> => {
      if (of.length === 0) return
      await sql`
        update alert_unit set begins_at = least(alert_unit.begins_at, heard.at) from (
          select state.alert_id, state.data_id, nullif(greatest(${UNIT_HEARD}, coalesce((
            select max(${LAST_HEARD}) from source where ${IS_LISTENED_TO} and (
              exists (select from record where record.source_key = source.source_key)
              or exists (select from record_chunk where record_chunk.source_key = source.source_key)
            )
          ), 0)), 0) as at
          from unnest(${of.map(({ alertId }) => alertId)}::text[], ${of.map(({ dataId }) => dataId)}::text[])
            given (alert_id, data_id)
          join alert_unit state using (alert_id, data_id)
          join alert on alert.id = state.alert_id and alert.type = 'silence'
          join unit on unit.data_id = state.data_id
        ) heard
        where alert_unit.alert_id = heard.alert_id and alert_unit.data_id = heard.data_id`.execute(db)
    },

    /** The last arrival for each alert on a unit that is still there. */
    listLastArrivals: async (of: readonly Listened[]): Promise<LastArrival[]> => {
      if (of.length === 0) return []
      const { rows } = await sql<LastArrival>`
        select state.alert_id as "alertId", state.data_id as "dataId",
          coalesce(silent_seconds::bigint * 1000, usual_ms + grace_seconds * 1000) as "allowedMs",
          nullif(greatest(coalesce(heard.at, 0), ${UNIT_HEARD}), 0) as "lastAt",
          greatest(coalesce(heard.at, 0), ${UNIT_HEARD}, begins_at) as "heardAt"
        from unnest(${of.map(({ alertId }) => alertId)}::text[], ${of.map(({ dataId }) => dataId)}::text[])
          given (alert_id, data_id)
        join alert_unit state using (alert_id, data_id) join alert on alert.id = state.alert_id
        join unit on unit.data_id = state.data_id
        cross join lateral (
          select max(${LAST_HEARD}) as at from source where ${IS_LISTENED_TO}
        ) heard`.execute(db)
      return rows
    },

    /** The sources that a silence of units listens to: all, or the one. */
    listListened: async (dataIds: readonly DataId[], source: SourceName | null): Promise<ListenedUnit[]> => {
      const { rows } = await sql<ListenedUnit>`
        select unit.data_id as "dataId", (extract(epoch from unit.created_at) * 1000)::bigint as "createdAt", coalesce((
          select jsonb_agg(jsonb_build_object(
            'key', source_key, 'lastReceivedAt', (extract(epoch from last_received_at) * 1000)::bigint
          )) from source
          where source.data_id = unit.data_id and (source.name = ${source} or (${source}::text is null and ${IS_OF_UNIT}))
        ), '[]') as sources
        from unit where unit.data_id = any (${[...dataIds]})`.execute(db)
      return rows
    },

    listToLearn: async (learnedBefore: number, limit: number): Promise<Learning[]> => {
      const { rows } = await sql<Learning>`
        select state.alert_id as "alertId", state.data_id as "dataId", coalesce((
          select jsonb_agg(jsonb_build_object('key', source_key, 'lastReceivedAt', at)) from (
            select source_key, (extract(epoch from last_received_at) * 1000)::bigint as at from source
            where ${IS_LISTENED_TO} and source.name <> all (unit.paused_sources)
            order by last_received_at desc limit 5
          ) last
        ), '[]') as sources
        from alert_unit state join alert on alert.id = state.alert_id join unit on unit.data_id = state.data_id
        where alert.type = 'silence' and state.ended_at is null and silent_seconds is null and (learned_at is null or learned_at < ${learnedBefore})
        limit ${limit}`.execute(db)
      return rows
    },

    noteLearned: async ({ alertId, dataId }: Listened, usualMs: number, now: number): Promise<void> => {
      await sql`
        update alert_unit set usual_ms = ${usualMs}, learned_at = ${now},
          due_at = case when status = 'ok' then ${now}::bigint else due_at end
        where alert_id = ${alertId} and data_id = ${dataId}`.execute(db)
    },

    /** What was learned before stays; where nothing was, `unknownMs` counts. */
    noteNotLearned: async ({ alertId, dataId }: Listened, unknownMs: number, now: number): Promise<void> => {
      await sql`
        update alert_unit set learned_at = ${now}, usual_ms = coalesce(usual_ms, ${unknownMs}),
          due_at = case when usual_ms is null and status = 'ok' then ${now}::bigint else due_at end
        where alert_id = ${alertId} and data_id = ${dataId}`.execute(db)
    },
  }
}

/** When records of a `source` that its unit sent arrived last: imported ones say nothing of the unit. Null: never. */
export const LAST_HEARD = sql<number | null>`case
  when imported_at = (extract(epoch from last_received_at) * 1000)::bigint then heard_at
  else (extract(epoch from last_received_at) * 1000)::bigint
end`

/** Sources in which the portal writes what it did. The answers of a unit count as its activity. */
const OWN_SOURCES = [ACTION_REQUEST, ACTION_RESULT]

/** Whether a `source` has what its unit sends by itself. */
export const IS_OF_UNIT = sql<boolean>`
  source.name <> all (${OWN_SOURCES}::text[]) and not exists (
    select from calculation where calculation.data_id = source.data_id and calculation.name = source.name
  )`

/** Whether the `state` of an `alert` listens to a `source`: one that is named may be computed too. */
const IS_LISTENED_TO = sql`
  source.data_id = state.data_id and (source.name = alert.source or (alert.source is null and ${IS_OF_UNIT}))`

/** When the `unit` of an `alert` on all of its sources sent anything, answers and what is not stored included. */
const UNIT_HEARD = sql`
  case when alert.source is null then coalesce((extract(epoch from unit.last_activity_at) * 1000)::bigint, 0) else 0 end`

/** Whether a record came since the `state` of an `alert` on silence was triggered. */
export const IS_HEARD_AGAIN = sql<boolean>`(
  exists (select from source where ${IS_LISTENED_TO} and ${LAST_HEARD} > state.at) or ${UNIT_HEARD} > state.at
)`
