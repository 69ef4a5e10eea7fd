import { clearBoundOf } from '@fieldwatch/contract/places/place-conditions'
import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
import { boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import type { AlertStatus, AlertType } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Bound } from '@fieldwatch/contract/calculations/conditions'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Transition } from '#records/conditions/judge-reading.ts'
import { joinFollowed } from './followed-table-store.ts'
import { RESTS } from './rest-store.ts'
import { IS_HEARD_AGAIN } from './silence-store.ts'
import type { UnitState } from './unit-state.ts'

/** The state of an alert for a unit, and the settings of the alert that decide about it. No one else changes it until the end of the transaction. */
export interface ClaimedState {
  readonly state: UnitState
  readonly beginsAt: number
  /** Only for an event table: from when on it counts; otherwise 0. */
  readonly startAt: number
  /** The unit is deactivated, or the source paused. */
  readonly rests: boolean
  readonly type: AlertType
  readonly source: SourceName | undefined
  readonly field: string
  readonly bound: Bound
  readonly clearLimit: number | undefined
  readonly forSeconds: number
  /** When it counts; undefined: always. */
  readonly schedule: AlertSchedule | undefined
  readonly timeZone: string
  /** Only for an event table: a longer silence ends an occurrence. */
  readonly gapMs: number
  readonly intervalMs: number
}

/** A change of a status as it is kept. */
export interface KeptChange {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly to: AlertStatus
  readonly at: number
  readonly notedAt: number
  readonly value?: number | undefined
  readonly limit?: number | undefined
  /** Only late records show it. */
  readonly late?: boolean
}

/** A transition, by the change of the status that it is stored as. */
interface KnownChange extends Transition {
  readonly id: number
}

export type AlertStateStore = ReturnType<typeof createAlertStateStore>

/** The states of alerts for their units. Use it in a transaction. */
export function createAlertStateStore(db: Db) {
  return {
    /** Waits for anyone who has one of them. Those that are gone or ended are left out. */
    claim: async (of: readonly { alertId: AlertId; dataId: DataId }[], now: number): Promise<ClaimedState[]> => {
      const { rows } = await sql<StateRow>`
        select ${COLUMNS}, ${maintainedUntil(now)} as maintained_until
        from unnest(${of.map(({ alertId }) => alertId)}::text[], ${of.map(({ dataId }) => dataId)}::text[])
          given (alert_id, data_id)
        join alert_unit state using (alert_id, data_id) join alert on alert.id = alert_id ${FOLLOWED}
        where state.ended_at is null
        order by alert_id, state.data_id for update of state`.execute(db)
      return rows.map(claimedOf)
    },

    /** Silences, or the others, that have something to do by now and that no one has, the oldest first. */
    claimDue: async (
      now: number,
      { silences, limit }: { silences: boolean; limit: number },
    ): Promise<ClaimedState[]> => {
      const { rows } = await sql<StateRow>`
        select ${COLUMNS}, ${maintainedUntil(now)} as maintained_until
        from alert_unit state join alert on alert.id = alert_id join unit on unit.data_id = state.data_id ${FOLLOWED}
        where ${isStateDue(now, { silences })}
        order by state.acts_at limit ${limit} for update of state skip locked`.execute(db)
      return rows.map(claimedOf)
    },

    /** One with late records that are not judged again yet, behind another one; undefined: none is left, or others have them. */
    claimCorrection: async (
      after: Pick<UnitState, 'alertId' | 'dataId'> | undefined,
      now: number,
    ): Promise<ClaimedState | undefined> => {
      const { alertId = '', dataId = '' } = after ?? {}
      const { rows } = await sql<StateRow>`
        select ${COLUMNS}, ${maintainedUntil(now)} as maintained_until
        from alert_unit state join alert on alert.id = alert_id ${FOLLOWED}
        where ${HAS_CORRECTION} and (alert_id, state.data_id) > (${alertId}, ${dataId})
        order by alert_id, state.data_id limit 1 for update of state skip locked`.execute(db)
      return rows[0] && claimedOf(rows[0])
    },

    /** Silences that are not due, but of whose unit a record came since they were triggered, and that no one has. */
    claimHeardAgain: async (now: number, limit: number): Promise<ClaimedState[]> => {
      const { rows } = await sql<StateRow>`
        select ${COLUMNS}, ${maintainedUntil(now)} as maintained_until
        from alert_unit state join alert on alert.id = alert_id join unit on unit.data_id = state.data_id ${FOLLOWED}
        where alert.type = 'silence' and state.status = 'high' and (state.due_at is null or state.due_at > ${now})
          and ${IS_HEARD_AGAIN} and not ${RESTS}
        limit ${limit} for update of state skip locked`.execute(db)
      return rows.map(claimedOf)
    },

    /** What is new of those with which nothing else happened. */
    saveSeen: async (states: readonly UnitState[]): Promise<void> => {
      if (states.length === 0) return
      await sql`
        update alert_unit set last_at = given.last_at, last_value = given.last_value, ahead_until = given.ahead_until,
          held_at = given.held_at
        from unnest(
          ${states.map(({ alertId }) => alertId)}::text[], ${states.map(({ dataId }) => dataId)}::text[],
          ${states.map(({ lastAt }) => lastAt ?? null)}::bigint[],
          ${states.map(({ lastValue }) => lastValue ?? null)}::float8[],
          ${states.map(({ aheadUntil }) => aheadUntil ?? null)}::bigint[],
          ${states.map(({ heldAt }) => heldAt ?? null)}::bigint[]
        ) given (alert_id, data_id, last_at, last_value, ahead_until, held_at)
        where alert_unit.alert_id = given.alert_id and alert_unit.data_id = given.data_id`.execute(db)
    },

    save: async (states: readonly UnitState[]): Promise<void> => {
      if (states.length === 0) return
      await sql`
        update alert_unit set
          status = given.status, at = given.at, value = given.value, changed_at = given.changed_at,
          last_at = given.last_at, last_value = given.last_value, ahead_until = given.ahead_until, pending_at = given.pending_at,
          pending_received_at = given.pending_received_at, pending_value = given.pending_value, held_at = given.held_at,
          aside = given.aside,
          correction = given.correction, due_at = given.due_at, deadline_at = given.deadline_at,
          notified = given.notified, notified_at = given.notified_at, window_from = given.window_from, sent = given.sent,
          held = given.held, snoozed_until = given.snoozed_until,
          acknowledged_at = case when given.acknowledged then acknowledged_at end,
          acknowledged_by = case when given.acknowledged then acknowledged_by end,
          comment = case when given.acknowledged then comment end
        from json_to_recordset(${JSON.stringify(states.map(rowOf))}::json) given (
          alert_id text, data_id text, status text, at bigint, value float8, changed_at bigint, last_at bigint,
          last_value float8, ahead_until bigint, pending_at bigint, pending_received_at bigint, pending_value float8,
          held_at bigint, aside text,
          correction jsonb, due_at bigint, deadline_at bigint,
          notified text, notified_at bigint, window_from bigint, sent int, held int, snoozed_until bigint, acknowledged boolean
        )
        where alert_unit.alert_id = given.alert_id and alert_unit.data_id = given.data_id`.execute(db)
    },

    addChanges: async (changes: readonly KeptChange[]): Promise<void> => {
      if (changes.length === 0) return
      await sql`
        insert into alert_change (alert_id, data_id, happening, at, noted_at, value, bound, late)
        select * from unnest(
          ${changes.map(({ alertId }) => alertId)}::text[], ${changes.map(({ dataId }) => dataId)}::text[],
          ${changes.map(({ to }) => to)}::text[], ${changes.map(({ at }) => at)}::bigint[],
          ${changes.map(({ notedAt }) => notedAt)}::bigint[], ${changes.map(({ value }) => value ?? null)}::float8[],
          ${changes.map(({ limit }) => limit ?? null)}::float8[], ${changes.map(({ late = false }) => late)}::boolean[]
        )`.execute(db)
    },

    /** The last change of the status before a moment. */
    findChangeBefore: async (
      { alertId, dataId }: Pick<UnitState, 'alertId' | 'dataId'>,
      before: number,
    ): Promise<KnownChange | undefined> => {
      const { rows } = await sql<KnownChange>`
        ${changesOf(alertId, dataId)} and at < ${before}
        order by at desc, id desc limit 1`.execute(db)
      return rows[0]
    },

    /** The next changes of the status from a moment on, in the order of time. */
    listChangesFrom: async (
      { alertId, dataId }: Pick<UnitState, 'alertId' | 'dataId'>,
      from: number,
      limit: number,
    ): Promise<KnownChange[]> => {
      const { rows } = await sql<KnownChange>`
        ${changesOf(alertId, dataId)} and at >= ${from}
        order by at, id limit ${limit}`.execute(db)
      return rows
    },

    /** The key of the source that it watches; undefined before its first record. */
    findSourceKey: async ({ state: { dataId }, source }: ClaimedState): Promise<number | undefined> => {
      const { rows } = await sql<{ sourceKey: number }>`
        select source_key from source where data_id = ${dataId} and name = ${source ?? ''}`.execute(db)
      return rows[0]?.sourceKey
    },

    removeChanges: async (ids: readonly number[]): Promise<void> => {
      if (ids.length > 0) await sql`delete from alert_change where id = any (${[...ids]}::bigint[])`.execute(db)
    },
  }
}

const COLUMNS = sql`
  state.*, alert.type, coalesce(alert.source, followed.source) as source, coalesce(alert.field, followed.field) as field,
  alert.operator, followed.operator as followed_operator, coalesce(alert.constant, followed.constant) as constant,
  followed.gap_ms, followed.start_at, alert.clear_limit, alert.for_seconds, alert.interval_seconds,
  alert.schedule, alert.time_zone`

const FOLLOWED = joinFollowed(sql.ref('state.data_id'))

/** What is later than all that was judged waits until that is no longer so. */
export const HAS_CORRECTION = sql<boolean>`(
  state.correction is not null and (state.correction ->> 'from')::bigint <= state.last_at
)`

/** Whether the `state` of an `alert` for a `unit` has something to do by now. `acts_at` is null where it ended or rests. */
export function isStateDue(now: number, { silences }: { readonly silences: boolean }): RawBuilder<boolean> {
  return sql`(alert.type = 'silence') = ${silences} and state.acts_at <= ${now} and not ${RESTS}`
}

/** By what the alert says now: what was found before it was changed is not corrected. */
function changesOf(alertId: AlertId, dataId: DataId): RawBuilder<unknown> {
  return sql`
    select id, case happening when 'high' then 'began' else 'ended' end as kind, at, coalesce(value, 'NaN') as value
    from alert_change where alert_id = ${alertId} and data_id = ${dataId} and happening in ('high', 'ok') and id > coalesce((
      select max(id) from alert_change where alert_id = ${alertId} and data_id = ${dataId} and happening = 'changed'
    ), 0)`
}

/** When what is maintained now will be so no longer. */
function maintainedUntil(now: number): RawBuilder<number | null> {
  return sql<number | null>`(
    select max(to_at) from unit_maintenance work where work.data_id = state.data_id and from_at <= ${now} and to_at > ${now}
  )`
}

type StateRow = Selectable<Tables['alertUnit']> &
  Pick<
    Selectable<Tables['alert']>,
    | 'type'
    | 'source'
    | 'field'
    | 'operator'
    | 'constant'
    | 'clearLimit'
    | 'forSeconds'
    | 'intervalSeconds'
    | 'schedule'
    | 'timeZone'
  > & {
    maintainedUntil: number | null
    /** The operator of the event table that the alert follows. */
    followedOperator: Bound['operator'] | null
    gapMs: number | null
    startAt: number | null
  }

function claimedOf(row: StateRow): ClaimedState {
  return {
    state: stateOf(row),
    beginsAt: Math.max(row.beginsAt, row.startAt ?? 0),
    startAt: row.startAt ?? 0,
    rests: row.restedAt !== null,
    type: row.type,
    source: row.source ?? undefined,
    field: row.field ?? '',
    bound: boundOfRow(row),
    clearLimit: row.clearLimit ?? clearLimitOf(row.field ?? '', boundOfRow(row)),
    forSeconds: row.forSeconds,
    schedule: row.schedule ?? undefined,
    timeZone: row.timeZone,
    gapMs: row.gapMs ?? Infinity,
    intervalMs: row.intervalSeconds * 1_000,
  }
}

/** Conditions on places end by another limit than that by which they begin. */
function clearLimitOf(field: string, bound: Bound): number | undefined {
  const clear = clearBoundOf(field, bound)
  return clear === bound ? undefined : clear.constant
}

function boundOfRow({ operator, followedOperator: ofTable, constant }: StateRow): Bound {
  if (ofTable !== null) return { operator: ofTable, constant: constant ?? 0 }
  return boundOf({ operator: operator ?? 'equal', constant: constant ?? 0 })
}

function stateOf(row: StateRow): UnitState {
  const { pendingAt: at, pendingReceivedAt: receivedAt, pendingValue: value } = row
  return {
    alertId: row.alertId,
    dataId: row.dataId,
    status: row.status,
    pending: at === null || receivedAt === null || value === null ? undefined : { at, receivedAt, value },
    heldAt: row.heldAt ?? undefined,
    aside: row.aside ?? undefined,
    at: row.at ?? undefined,
    value: row.value ?? undefined,
    changedAt: row.changedAt,
    lastAt: row.lastAt ?? undefined,
    lastValue: row.lastValue ?? undefined,
    aheadUntil: row.aheadUntil ?? undefined,
    correction: row.correction ?? undefined,
    pace: {
      notified: row.notified,
      notifiedAt: row.notifiedAt ?? undefined,
      windowFrom: row.windowFrom ?? undefined,
      sent: row.sent,
      held: row.held,
    },
    acknowledged: row.acknowledgedAt !== null,
    snoozedUntil: row.snoozedUntil ?? undefined,
    maintainedUntil: row.maintainedUntil ?? undefined,
    dueAt: row.dueAt ?? undefined,
    deadlineAt: row.deadlineAt ?? undefined,
  }
}

function rowOf(state: UnitState) {
  const { pace, pending } = state
  return {
    alert_id: state.alertId,
    data_id: state.dataId,
    status: state.status,
    at: state.at,
    value: state.value,
    changed_at: state.changedAt,
    last_at: state.lastAt,
    last_value: state.lastValue,
    ahead_until: state.aheadUntil,
    pending_at: pending?.at,
    pending_received_at: pending?.receivedAt,
    pending_value: pending?.value,
    held_at: state.heldAt,
    aside: state.aside,
    correction: state.correction,
    due_at: state.dueAt,
    deadline_at: state.deadlineAt,
    notified: pace.notified,
    notified_at: pace.notifiedAt,
    window_from: pace.windowFrom,
    sent: pace.sent,
    held: pace.held,
    snoozed_until: state.snoozedUntil,
    acknowledged: state.acknowledged,
  }
}
