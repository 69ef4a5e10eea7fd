import type { Bound } from '@fieldwatch/contract/calculations/conditions'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { eventTableOf } from '#features/events/event-store.ts'
import { sourcesOf } from '#features/events/event-policy.ts'

/** By what an event table of a unit finds occurrences, for the alerts that follow it. */
interface FollowedTable {
  readonly dataId: DataId
  readonly title: string
  readonly comparison: string
  readonly source: SourceName
  readonly field: string
  readonly bound: Bound
  readonly gapMs: number
  readonly startAt: number
  /** All sources that it concerns. */
  readonly sources: readonly string[]
}

/** Joins an `alert` with the event table of a unit that it follows, as `followed`. */
export function joinFollowed(dataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join event_table followed on followed.data_id = ${dataId} and followed.name = alert.event`
}

/** The source that an `alert` watches on a unit, and the field. */
export function watchedValue(dataId: RawBuilder<unknown>): { source: RawBuilder<unknown>; field: RawBuilder<unknown> } {
  return { source: ofAlertOrTable('source', dataId), field: ofAlertOrTable('field', dataId) }
}

function ofAlertOrTable(column: 'source' | 'field', dataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(alert.${sql.ref(column)}, (
    select ${sql.ref(column)} from event_table followed
    where followed.data_id = ${dataId} and followed.name = alert.event
  ))`
}

/** All sources that an `alert` concerns on a unit. */
export function followedSources(dataId: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`(
    select array_remove(array[alert.source], null) || coalesce(array_agg(distinct used.source), '{}')
    from event_table followed cross join lateral (
      select followed.source union select value ->> 'source' from jsonb_array_elements(followed.inputs)
    ) used (source)
    where followed.data_id = ${dataId} and followed.name = alert.event
  )`
}

/** What people call the event table that an `alert` follows, on the first of its units that has it. */
export const EVENT_TITLE = sql<string | null>`coalesce((
  select followed.title from alert_unit state
  join event_table followed on followed.data_id = state.data_id and followed.name = alert.event
  where state.alert_id = alert.id order by state.data_id limit 1
), replace(alert.event, '_', ' '))`

/** Whether that event table is about leaving a place while parked. */
export const IS_LEAVING = sql<boolean>`exists (
  select from alert_unit state
  join event_table followed on followed.data_id = state.data_id and followed.name = alert.event
  where state.alert_id = alert.id and followed.field like 'parked:%'
)`

/** The event tables that alerts follow. */
export function createFollowedTableStore(db: Db) {
  const list = async (
    dataIds: readonly DataId[],
    name: string,
    lock: RawBuilder<unknown>,
  ): Promise<FollowedTable[]> => {
    const { rows } = await sql<Selectable<Tables['eventTable']>>`
      select * from event_table
      where data_id = any (${[...dataIds]}) and name = ${name} and ended_at is null
      order by data_id ${lock}`.execute(db)
    return rows.map(followedOf)
  }

  return {
    /** The event tables of a name on some units, without those that ended. */
    list: (dataIds: readonly DataId[], name: string): Promise<FollowedTable[]> => list(dataIds, name, sql``),

    /** The event table of a unit, even where it ended. */
    find: async (dataId: DataId, name: string): Promise<FollowedTable | undefined> => {
      const { rows } = await sql<Selectable<Tables['eventTable']>>`
        select * from event_table where data_id = ${dataId} and name = ${name}`.execute(db)
      return rows[0] && followedOf(rows[0])
    },

    /** As `list`. Until the end of the transaction no one changes what they find. */
    listForFollowing: (dataIds: readonly DataId[], name: string): Promise<FollowedTable[]> =>
      list(dataIds, name, sql`for share`),

    /** Until the end of the transaction no one else changes the alerts that follow an event table of a unit. */
    lockFollowing: async (dataId: DataId, name: string): Promise<void> => {
      await sql`
        select from alert where event = ${name} and exists (
          select from alert_unit where alert_id = alert.id and data_id = ${dataId}
        ) order by id for update`.execute(db)
    },
  }
}

function followedOf(row: Selectable<Tables['eventTable']>): FollowedTable {
  const table = eventTableOf(row)
  const { dataId, title, comparison, source, field, operator, constant, gapMs, startAt } = table
  const bound = { operator, constant }
  return { dataId, title, comparison, source, field, bound, gapMs, startAt, sources: sourcesOf(table) }
}
