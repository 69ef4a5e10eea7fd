import type { AlertId, DataId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** What is known about what a silence waits for. */
export interface Heard {
  readonly alertId: AlertId
  readonly dataId: DataId
  /** When its last record arrived, in epoch milliseconds; when the alert was made where none came since. */
  readonly heardAt: number
  /** How long it may be silent. */
  readonly allowedMs: number
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
    /** Of alerts and units that are due or, where they are triggered, of which something was heard since. */
    listToJudge: async (now: number, limit: number): Promise<Heard[]> => {
      const { rows } = await sql<HeardRow>`
        select state.alert_id, state.data_id, not unit.active or alert.source = any (unit.paused_data) as suspended,
          coalesce(silent_seconds::bigint * 1000, usual_ms + grace_seconds * 1000) as allowed,
          greatest(coalesce(heard.at, 0), begins_at) as heard_at
        from alert_unit state join alert on alert.id = state.alert_id join unit using (data_id)
        cross join lateral (${LAST_HEARD}) heard
        where alert.type = 'silence' and (silent_seconds is not null or usual_ms is not null) and (
          state.due_at <= ${now} or (state.status = 'high' and heard.at > state.at)
        )
        order by state.due_at limit ${limit}`.execute(db)
      return rows.map((row) => ({
        alertId: row.alert_id,
        dataId: row.data_id,
        heardAt: row.heard_at,
        allowedMs: row.allowed,
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
        where alert.type = 'silence' and silent_seconds is null and (learned_at is null or learned_at < ${learnedBefore})
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
  allowed: number
  heard_at: number
}

/** What the portal computes says nothing about the unit. */
const LAST_HEARD = sql`
  select (extract(epoch from max(last_received_at)) * 1000)::bigint as at from source
  where source.data_id = state.data_id and (alert.source is null or source.name = alert.source)
    and not exists (
      select from calculation where calculation.data_id = source.data_id and calculation.name = source.name
    )`
