import { personName } from '#platform/database/person-columns.ts'
import { MOST_TRIGGERED_UNITS, type TriggeredUnit } from '@fieldwatch/contract/alerts/alert-triggered'
import type { Alert, AlertState } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { fieldUnit } from '#platform/database/field-unit.ts'
import type { Tables } from '#platform/database/tables.ts'
import { formatTimeOrNull } from '#platform/time/format-time.ts'
import { type AlertReader, isAlertSeen } from './alert-audience-store.ts'
import { definitionOf } from './alert-store.ts'
import { EVENT_TITLE, joinFollowed, watchedValue } from './followed-table-store.ts'
import { followerOf } from './follower.ts'
import { createNotifiedStore } from './notified-store.ts'
import { createSilenceStore } from './silence-store.ts'

interface AskedAlerts {
  readonly reader: AlertReader
  /** Not only those that the person owns or that are shared with them. */
  readonly all: boolean
  /** Only those that the person owns, or that are shared with them. */
  readonly mine: 'owner' | 'viewer' | undefined
  readonly dataId: DataId | undefined
  readonly alertId: AlertId | undefined
  readonly now: number
  readonly offset: number
  readonly limit: number
}

/** The most states of each alert in a list. */
const MOST_STATES = 100

/** Alerts as people see them: the triggered ones first, then by name, with the units and people that are in their reach. */
export function createAlertListStore(db: Db) {
  return {
    /** One page of them, and how many there are. */
    list: async (asked: AskedAlerts): Promise<{ alerts: Alert[]; total: number }> => {
      const { reach } = asked.reader
      const { rows } = await sql<AlertRow>`
        select alert.*, ${isHigh(reach)} as is_high, ${unitOfMeasure(reach)} as unit_of_measure,
          ${EVENT_TITLE} as event_title, ${creatorInReach(reach)} as creator,
          count(*) over () as total
        from alert where ${isListed(asked)}
        order by ${isHigh(reach, asked.dataId)} desc, lower(alert.name), alert.id
        limit ${asked.limit} offset ${asked.offset}`.execute(db)
      const ids = rows.map(({ id }) => id)
      const [states, units, people, quiet] = await Promise.all([
        listStates(db, ids, asked),
        listUnits(db, ids, reach),
        listPeople(db, ids, reach),
        createNotifiedStore(db).listNotifyingNobody(ids, asked.dataId),
      ])
      const alerts = rows.map((row) => alertOf(row, asked.reader, { states, units, people, quiet }))
      return { alerts, total: rows[0]?.total ?? 0 }
    },

    /** Units in reach on which alerts of the person are triggered. */
    listTriggered: async (reader: AlertReader): Promise<TriggeredUnit[]> => {
      const { rows } = await sql<{ dataId: DataId; alerts: number }>`
        select data_id, count(*) as alerts from alert_unit unit join alert_person using (alert_id)
        join alert on alert.id = alert_id
        where user_id = ${reader.userId} and status = 'high' and ${inReach(reader.reach)} and ${isAlertSeen(reader)}
        group by data_id order by data_id limit ${MOST_TRIGGERED_UNITS}`.execute(db)
      return rows.map(({ dataId: dataID, alerts }) => ({ dataID, alerts }))
    },
  }
}

type AlertRow = Selectable<Tables['alert']> & {
  /** Null: out of reach, or deleted. */
  creator: UserId | null
  isHigh: boolean
  unitOfMeasure: string | null
  eventTitle: string | null
  total: number
}

interface Parts {
  readonly states: ReadonlyMap<AlertId, AlertState[]>
  readonly units: ReadonlyMap<AlertId, DataId[]>
  readonly people: ReadonlyMap<AlertId, PersonRow[]>
  /** Those that notify nobody. */
  readonly quiet: ReadonlySet<AlertId>
}

interface PersonRow {
  alertId: AlertId
  userId: UserId
  owns: boolean
  unsubscribed: boolean
  name: string
  inReach: boolean
}

/** Whether an alert is triggered on a unit in reach, or on the one. */
function isHigh(reach: readonly EntityId[], dataId?: DataId): RawBuilder<unknown> {
  const onUnit = dataId === undefined ? sql`` : sql`and unit.data_id = ${dataId}`
  return sql`exists (
    select from alert_unit unit where alert_id = alert.id and status = 'high' ${onUnit} and ${inReach(reach)}
  )`
}

function creatorInReach(reach: readonly EntityId[]): RawBuilder<unknown> {
  return sql`(select id from app_user where id = alert.created_by and entity_id = any (${[...reach]}))`
}

/** The unit of measure on the first of its units that has one. An alert has up to a thousand units, so only some are looked at. */
function unitOfMeasure(reach: readonly EntityId[]): RawBuilder<unknown> {
  const dataId = sql.ref('named.data_id')
  const parts = { dataId, ...watchedValue(dataId) }
  return sql`(
    select unit_of_measure from (
      select ${fieldUnit(parts)} as unit_of_measure from (
        select data_id from alert_unit unit where alert_id = alert.id and ${inReach(reach)} order by data_id limit 3
      ) named
    ) found where unit_of_measure is not null limit 1
  )`
}

function isListed({ reader, all, mine, dataId, alertId }: AskedAlerts): RawBuilder<unknown> {
  const isMine = sql`exists (
    select from alert_person where alert_id = alert.id and user_id = ${reader.userId}
      ${mine === undefined ? sql`` : sql`and owns = ${mine === 'owner'}`}
  )`
  const onUnit = sql`exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId ?? null})`
  return sql`${isAlertSeen(reader)} ${all && mine === undefined ? sql`` : sql`and ${isMine}`}
    ${dataId === undefined ? sql`` : sql`and ${onUnit}`}
    ${alertId === undefined ? sql`` : sql`and alert.id = ${alertId}`}`
}

function inReach(reach: readonly EntityId[]): RawBuilder<unknown> {
  return isUnitInReach(sql`unit.data_id`, reach)
}

async function listStates(
  db: Db,
  ids: readonly AlertId[],
  { reader: { reach }, dataId, alertId, now }: AskedAlerts,
): Promise<Map<AlertId, AlertState[]>> {
  const most = alertId === undefined ? MOST_STATES : Number.MAX_SAFE_INTEGER
  const { rows } = await sql<StateRow>`
    select * from (
      select unit.*, friendly_name, alert.type, alert.silent_seconds, nullif(trim(first_name || ' ' || last_name), '') as by_name,
        (
          select max(to_at) from unit_maintenance work
          where work.data_id = unit.data_id and from_at <= ${now} and to_at > ${now}
        ) as maintained_until,
        case when not named.active then 'deactivated' when coalesce(alert.source, followed.source) = any (named.paused_sources) then 'paused' end as resting,
        followed.comparison,
        row_number() over (partition by alert_id order by unit.status = 'high' desc, lower(friendly_name), unit.data_id) as place
      from alert_unit unit join unit named using (data_id) join alert on alert.id = alert_id
      ${joinFollowed(sql.ref('unit.data_id'))}
      left join known_person person on person.id = acknowledged_by and person.entity_id = any (${[...reach]})
      where alert_id = any (${[...ids]}) and ${inReach(reach)}
        ${dataId === undefined ? sql`` : sql`and unit.data_id = ${dataId}`}
    ) ranked where place <= ${most} order by place`.execute(db)
  const lastArrival = await listLastArrivals(db, rows)
  const byAlert = Map.groupBy(rows, (row) => row.alertId)
  return new Map([...byAlert].map(([id, ofAlert]) => [id, ofAlert.map((row) => stateOf(row, lastArrival))]))
}

/** When units of alerts on silence sent their last message: what is kept with the alert is as old as its last judgement. */
async function listLastArrivals(db: Db, rows: readonly StateRow[]): Promise<ReadonlyMap<string, number | null>> {
  const silences = rows.filter(({ type }) => type === 'silence').map(({ alertId, dataId }) => ({ alertId, dataId }))
  const heard = await createSilenceStore(db).listLastArrivals(silences)
  return new Map(heard.map(({ alertId, dataId, lastAt }) => [followerOf(alertId, dataId), lastAt]))
}

type StateRow = Selectable<Tables['alertUnit']> &
  Pick<Selectable<Tables['alert']>, 'type' | 'silentSeconds'> & {
    friendlyName: string
    byName: string | null
    maintainedUntil: number | null
    /** The comparison of the event table that the alert follows. */
    comparison: string | null
    resting: AlertState['resting']
  }

async function listUnits(db: Db, ids: readonly AlertId[], reach: readonly EntityId[]): Promise<Map<AlertId, DataId[]>> {
  const { rows } = await sql<{ alertId: AlertId; dataIds: DataId[] }>`
    select alert_id, array_agg(data_id order by data_id) as data_ids from alert_unit unit
    where alert_id = any (${[...ids]}) and ${inReach(reach)} group by alert_id`.execute(db)
  return new Map(rows.map((row) => [row.alertId, row.dataIds]))
}

async function listPeople(
  db: Db,
  ids: readonly AlertId[],
  reach: readonly EntityId[],
): Promise<Map<AlertId, PersonRow[]>> {
  const { rows } = await sql<PersonRow>`
    select alert_id, user_id, owns, unsubscribed, ${personName()} as name,
      person.entity_id = any (${[...reach]}) as in_reach
    from alert_person join app_user person on person.id = user_id
    where alert_id = any (${[...ids]})
    order by lower(first_name), lower(last_name), user_id`.execute(db)
  return Map.groupBy(rows, (row) => row.alertId)
}

function alertOf(row: AlertRow, { userId }: AlertReader, parts: Parts): Alert {
  const all = parts.people.get(row.id) ?? []
  const people = all.filter((person) => person.inReach)
  const others = all.filter((person) => !person.inReach)
  const mine = people.find((person) => person.userId === userId)
  return {
    ...definitionOf(row),
    id: row.id,
    devices: parts.units.get(row.id) ?? [],
    owners: people.filter(({ owns }) => owns).map((person) => person.userId),
    viewers: people.filter(({ owns }) => !owns).map((person) => person.userId),
    users: people.map((person) => person.userId),
    people: people.map(({ userId: id, name }) => ({ id, name })),
    outOfReach: {
      owners: others.filter(({ owns }) => owns).length,
      viewers: others.filter(({ owns }) => !owns).length,
    },
    createdBy: row.creator,
    status: row.isHigh ? 'high' : 'ok',
    unitOfMeasure: row.unitOfMeasure,
    eventTitle: row.eventTitle,
    states: parts.states.get(row.id) ?? [],
    mine: mine === undefined ? 'none' : mine.owns ? 'owner' : 'viewer',
    unsubscribed: mine?.unsubscribed ?? false,
    notifiesNobody: parts.quiet.has(row.id),
    ended: row.endedReason,
    version: row.version,
  }
}

function stateOf(row: StateRow, lastArrival: ReadonlyMap<string, number | null>): AlertState {
  const usual = row.usualMs === null ? null : Math.round(row.usualMs / 1_000)
  return {
    dataID: row.dataId,
    friendlyName: row.friendlyName,
    status: row.status,
    sinceUTC: formatTimeOrNull(row.at),
    value: row.value,
    lastUTC: formatTimeOrNull(lastArrival.get(followerOf(row.alertId, row.dataId)) ?? row.lastAt),
    lastValue: row.lastValue,
    silentSeconds: row.type === 'silence' ? (row.silentSeconds ?? usual) : null,
    comparison: row.comparison,
    acknowledgedUTC: formatTimeOrNull(row.acknowledgedAt),
    acknowledgedBy: row.byName,
    comment: row.comment,
    snoozedUntilUTC: formatTimeOrNull(row.snoozedUntil),
    maintainedUntilUTC: formatTimeOrNull(row.maintainedUntil),
    resting: row.endedReason === null ? row.resting : null,
    ended: row.endedReason,
  }
}
