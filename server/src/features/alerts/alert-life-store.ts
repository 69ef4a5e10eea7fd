import type { AlertHistoryEntry, MaintenanceWindow } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type Selectable, sql } from 'kysely'
import type { Position } from '#platform/http/page-position.ts'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { fieldUnit } from '#platform/database/field-unit.ts'
import type { Transition } from '#records/conditions/judge-reading.ts'
import type { Tables } from '#platform/database/tables.ts'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import { watchedValue } from './followed-table-store.ts'

/** What a person does about an alert on some of its units. */
export interface AlertAction {
  readonly alertId: AlertId
  /** All in reach when undefined. */
  readonly dataId: DataId | undefined
  readonly reach: readonly EntityId[]
  readonly userId: UserId
  readonly comment: string
  readonly now: number
}

/** A change that began or ended a stretch in which an alert was triggered on a unit. */
interface TriggeredTransition extends Pick<Transition, 'kind' | 'at'> {
  /** The limit at that time; null for a silence, and for a change of the alert. */
  readonly limit: number | null
}

interface AskedHistory {
  readonly alertId: AlertId
  readonly dataId: DataId | undefined
  readonly reach: readonly EntityId[]
  readonly after: Position | undefined
  readonly limit: number
}

/** The unit of measure of the value of a `change`; null once the condition was changed, as the field may have been another one. */
export const UNIT_OF_CHANGE = sql<string | null>`case when not exists (
  select from alert_change later
  where later.alert_id = change.alert_id and later.data_id = change.data_id and later.happening = 'changed'
    and (later.at, later.id) > (change.at, change.id)
) then ${fieldUnit({ dataId: sql.ref('change.data_id'), ...watchedValue(sql.ref('change.data_id')) })} end`

/** The most transitions in one drawing: of more, the newest ones. */
const MOST_TURNS = 20_000

/** What happens to an alert once it was triggered, and what people do about it. */
export function createAlertLifeStore(db: Db) {
  return {
    /** The newest first. */
    listHistory: async (asked: AskedHistory): Promise<{ entry: AlertHistoryEntry; position: Position }[]> => {
      const { alertId, dataId, reach, after, limit } = asked
      const { rows } = await sql<HistoryRow>`
        select change.*, friendly_name, nullif(trim(first_name || ' ' || last_name), '') as by_name,
          ${UNIT_OF_CHANGE} as unit_of_measure
        from alert_change change join unit using (data_id) join alert on alert.id = change.alert_id
        left join known_person person on person.id = change.user_id and person.entity_id = any (${[...reach]})
        where change.alert_id = ${alertId} ${dataId === undefined ? sql`` : sql`and change.data_id = ${dataId}`}
          and ${isUnitInReach(sql`change.data_id`, reach)}
          ${after === undefined ? sql`` : sql`and (change.at, change.id) < (${after.at}::bigint, ${after.id}::bigint)`}
        order by change.at desc, change.id desc limit ${limit}`.execute(db)
      return rows.map((row) => ({ entry: entryOf(row), position: { at: row.at, id: row.id } }))
    },

    /** What began or ended stretches in which an alert was triggered on a unit: in a range, the last change before it included. */
    listTurns: async (asked: {
      readonly alertId: AlertId
      readonly dataId: DataId
      readonly from: number
      readonly to: number
    }): Promise<TriggeredTransition[]> => {
      const { alertId, dataId, from, to } = asked
      const of = sql`
        select id, happening, at, bound from alert_change
        where alert_id = ${alertId} and data_id = ${dataId} and happening in ('high', 'ok', 'changed', 'ended', 'rested')`
      const { rows } = await sql<TriggeredTransition>`
        select case happening when 'high' then 'began' else 'ended' end as kind, at, bound as limit from (
          (${of} and at < ${from} order by at desc, id desc limit 1)
          union all
          (${of} and at >= ${from} and at <= ${to} order by at desc, id desc limit ${MOST_TURNS})
        ) turn order by at, id`.execute(db)
      return rows
    },

    /** Acknowledges what is triggered. Returns on how many units. Use it in a transaction. */
    acknowledge: async ({ alertId, dataId, reach, userId, comment, now }: AlertAction): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`
        with done as (
          update alert_unit unit set acknowledged_at = ${now}::bigint, acknowledged_by = ${userId}, comment = ${comment}
          where alert_id = ${alertId} and status = 'high' and ${isOf(dataId, reach)}
          returning data_id
        )
        insert into alert_change (alert_id, data_id, happening, at, noted_at, user_id, comment)
        select ${alertId}, data_id, 'acknowledged', ${now}::bigint, ${now}::bigint, ${userId}, ${comment}
        from done`.execute(db)
      return Number(numAffectedRows)
    },

    /** Snoozes notifications until a moment; undefined ends the snooze. Returns on how many units. Use it in a transaction. */
    snooze: async (
      { alertId, dataId, reach, userId, comment, now }: AlertAction,
      until: number | undefined,
    ): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`
        with done as (
          update alert_unit unit set snoozed_until = ${until ?? now}::bigint,
            due_at = least(case when ${until !== undefined} and due_at > ${now} then due_at end, ${until ?? now}::bigint)
          where alert_id = ${alertId} and ended_at is null and ${isOf(dataId, reach)}
            and (${until !== undefined} or snoozed_until is not null)
          returning data_id
        )
        insert into alert_change (alert_id, data_id, happening, at, noted_at, until_at, user_id, comment)
        select ${alertId}, data_id, 'snoozed', ${now}::bigint, ${now}::bigint, ${until ?? null}::bigint, ${userId}, ${comment}
        from done`.execute(db)
      return Number(numAffectedRows)
    },

    /** Notes that units begin again, each from a moment on, as the alert is another one. Use it in a transaction. */
    noteChanged: async (
      alertId: AlertId,
      units: readonly { readonly dataId: DataId; readonly beginsAt: number }[],
      { userId, now, comment = null }: { userId: UserId | undefined; now: number; comment?: string | null },
    ): Promise<void> => {
      await sql`
        insert into alert_change (alert_id, data_id, happening, at, noted_at, user_id, comment)
        select ${alertId}, data_id, 'changed', case when begins_at > 0 then begins_at - 1 else ${now}::bigint end, ${now}::bigint, ${userId ?? null}, ${comment} from unnest(
          ${units.map(({ dataId }) => dataId)}::text[], ${units.map(({ beginsAt }) => beginsAt)}::bigint[]
        ) given (data_id, begins_at)`.execute(db)
    },

    /** By their beginning; of people out of reach no names. */
    listMaintenance: async (dataId: DataId, now: number, reach: readonly EntityId[]): Promise<MaintenanceWindow[]> => {
      const { rows } = await sql<WindowRow>`
        select work.*, ${creatorName(sql.ref('work.created_by'), reach)} as by_name
        from unit_maintenance work
        where data_id = ${dataId} and to_at > ${now}
        order by from_at, work.id`.execute(db)
      return rows.map(windowOf)
    },

    /** What is triggered is looked at again when it is over. Use it in a transaction. */
    addMaintenance: async (
      window: { readonly dataId: DataId; readonly from: number; readonly to: number; readonly comment: string },
      { userId, reach }: { readonly userId: UserId; readonly reach: readonly EntityId[] },
    ): Promise<MaintenanceWindow> => {
      const { dataId, from, to, comment } = window
      const { rows } = await sql<WindowRow>`
        with added as (
          insert into unit_maintenance (data_id, from_at, to_at, comment, created_by)
          values (${dataId}, ${from}, ${to}, ${comment}, ${userId}) returning *
        )
        select added.*, ${creatorName(sql.ref('added.created_by'), reach)} as by_name from added`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('the window was added a moment ago')
      return windowOf(row)
    },

    /** Alerts of the unit are looked at again at once. Returns whether there was such a window. Use it in a transaction. */
    removeMaintenance: async (dataId: DataId, id: number, now: number): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('unitMaintenance')
        .where('dataId', '=', dataId)
        .where('id', '=', id)
        .executeTakeFirst()
      await sql`
        update alert_unit set due_at = ${now}::bigint where data_id = ${dataId} and due_at is not null`.execute(db)
      return numDeletedRows > 0n
    },

    /** Windows that may be added to a unit. */
    countMaintenance: async (dataId: DataId, now: number): Promise<number> => {
      const { count } = await db
        .selectFrom('unitMaintenance')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('dataId', '=', dataId)
        .where('toAt', '>', now)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Older ones have no effect any more. */
    removeOld: async (before: number): Promise<void> => {
      await sql`delete from alert_change where noted_at < ${before}`.execute(db)
      await sql`delete from unit_maintenance where to_at < ${before}`.execute(db)
    },
  }
}

function isOf(dataId: DataId | undefined, reach: readonly EntityId[]) {
  const isUnit = dataId === undefined ? sql`true` : sql`unit.data_id = ${dataId}`
  return sql`${isUnit} and ${isUnitInReach(sql`unit.data_id`, reach)}`
}

type HistoryRow = Selectable<Tables['alertChange']> & {
  friendlyName: string
  unitOfMeasure: string | null
  byName: string | null
}

function entryOf(row: HistoryRow): AlertHistoryEntry {
  return {
    dataID: row.dataId,
    friendlyName: row.friendlyName,
    happening: row.happening,
    atUTC: formatTime(row.at),
    notedUTC: formatTime(row.notedAt),
    value: row.value,
    limit: row.bound,
    late: row.late,
    unitOfMeasure: row.unitOfMeasure,
    untilUTC: formatTimeOrNull(row.untilAt),
    by: row.byName,
    ...wordsOf(row),
  }
}

/** What a person acknowledged or snoozed it with; of all else, why the portal did it. */
function wordsOf({ happening, comment }: HistoryRow): Pick<AlertHistoryEntry, 'comment' | 'reason'> {
  const words = comment === '' ? null : comment
  const isTyped = happening === 'acknowledged' || happening === 'snoozed'
  return isTyped ? { comment: words, reason: null } : { comment: null, reason: words }
}

type WindowRow = Selectable<Tables['unitMaintenance']> & { byName: string | null }

function windowOf(row: WindowRow): MaintenanceWindow {
  return {
    maintenanceID: row.id,
    dataID: row.dataId,
    fromUTC: formatTime(row.fromAt),
    toUTC: formatTime(row.toAt),
    comment: row.comment,
    by: row.byName,
  }
}
