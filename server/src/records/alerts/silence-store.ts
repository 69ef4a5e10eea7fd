import type { AlertId, DataId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** A unit of an alert on silence. */
export interface Listened {
  readonly alertId: AlertId
  readonly dataId: DataId
}

/** What is known about what a silence waits for. */
export interface Heard extends Listened {
  /** When its last record arrived, in epoch milliseconds; when the alert was made where none came since. */
  readonly heardAt: number
  /** How long it may be silent; undefined until that is learned. */
  readonly allowedMs: number | undefined
  /** Nothing is expected: the unit is deactivated, or the source is paused. */
  readonly isSuspended: boolean
}

/** A silence of which the usual gaps are to be learned, by the sources that were heard last. */
export interface Learning {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly sources: readonly { readonly key: number; readonly lastReceivedAt: number }[]
}

/** What the portal heard of units, for alerts on silence. */
export function createSilenceStore(db: Db) {
  return {
    /** Of each that is still there. */
    listHeard: async (of: readonly Listened[]): Promise<Heard[]> => {
      if (of.length === 0) return []
      const { rows } = await sql<HeardRow>`
        select state.alert_id, state.data_id, not unit.active or alert.source = any (unit.paused_sources) as suspended,
          coalesce(silent_seconds::bigint * 1000, usual_ms + grace_seconds * 1000) as allowed,
          greatest(coalesce(heard.at, 0), begins_at) as heard_at
        from unnest(${of.map(({ alertId }) => alertId)}::text[], ${of.map(({ dataId }) => dataId)}::text[])
          given (alert_id, data_id)
        join alert_unit state using (alert_id, data_id) join alert on alert.id = state.alert_id
        join unit on unit.data_id = state.data_id
        cross join lateral (
          select max(${LAST_HEARD}) as at from source where ${IS_LISTENED_TO}
        ) heard`.execute(db)
      return rows.map((row) => ({
        alertId: row.alert_id,
        dataId: row.data_id,
        heardAt: row.heard_at,
        allowedMs: row.allowed ?? undefined,
        isSuspended: row.suspended === true,
      }))
    },

    listToLearn: async (learnedBefore: number, limit: number): Promise<Learning[]> => {
      const { rows } = await sql<{ alert_id: AlertId; data_id: DataId; sources: { key: number; at: number }[] }>`
        select state.alert_id, state.data_id, coalesce((
          select jsonb_agg(jsonb_build_object('key', source_key, 'at', at)) from (
            select source_key, (extract(epoch from last_received_at) * 1000)::bigint as at from source
            where source.data_id = state.data_id and (alert.source is null or source.name = alert.source)
            order by last_received_at desc limit 5
          ) last
        ), '[]') as sources
        from alert_unit state join alert on alert.id = state.alert_id
        where alert.type = 'silence' and state.ended_at is null and silent_seconds is null and (learned_at is null or learned_at < ${learnedBefore})
        limit ${limit}`.execute(db)
      return rows.map((row) => ({
        alertId: row.alert_id,
        dataId: row.data_id,
        sources: row.sources.map(({ key, at }) => ({ key, lastReceivedAt: at })),
      }))
    },

    noteLearned: async (alertId: AlertId, dataId: DataId, usualMs: number, now: number): Promise<void> => {
      await sql`
        update alert_unit set usual_ms = ${usualMs}, learned_at = ${now},
          due_at = case when status = 'ok' then ${now}::bigint else due_at end
        where alert_id = ${alertId} and data_id = ${dataId}`.execute(db)
    },
  }
}

interface HeardRow {
  alert_id: AlertId
  data_id: DataId
  suspended: boolean | null
  allowed: number | null
  heard_at: number
}

/** Imported records say nothing of when a unit was heard. */
const LAST_HEARD = sql`case
  when imported_at = (extract(epoch from last_received_at) * 1000)::bigint then heard_at
  else (extract(epoch from last_received_at) * 1000)::bigint
end`

/** Of a source, for the `state` of an `alert`: what the portal computes says nothing about the unit. */
const IS_LISTENED_TO = sql`
  source.data_id = state.data_id and (alert.source is null or source.name = alert.source) and not exists (
    select from calculation where calculation.data_id = source.data_id and calculation.name = source.name
  )`

/** Whether a record came since the `state` of an `alert` on silence was triggered. */
export const IS_HEARD_AGAIN = sql<boolean>`
  exists (select from source where ${IS_LISTENED_TO} and ${LAST_HEARD} > state.at)`
