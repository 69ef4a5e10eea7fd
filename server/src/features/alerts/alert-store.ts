import type { AlertDraft } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Beginning } from './beginning.ts'
import { followedSources } from './followed-table-store.ts'
import { ALERTS, followerOf } from './follower.ts'
import { FIRST_DEADLINE } from './rest-store.ts'

/** The fields that say when an alert is triggered: when one changes, the alert begins again. */
export const RULE_FIELDS = [
  'type',
  'source',
  'event',
  'condition',
  'clearLimit',
  'forSeconds',
  'schedule',
  'silentSeconds',
  'graceSeconds',
] as const

/** An alert as people wrote it, without its people and units. */
export type AlertDefinition = Omit<AlertDraft, 'owners' | 'viewers' | 'devices'>

interface AlertPerson {
  readonly userId: UserId
  readonly entity: EntityId
  readonly owns: boolean
  readonly unsubscribed: boolean
}

interface AlertUnit {
  readonly dataId: DataId
  /** Whether it belongs to an entity of the reach that was asked for. */
  readonly inReach: boolean
  /** Whether it ended with this unit. */
  readonly ended: boolean
}

export interface StoredAlert {
  readonly id: AlertId
  readonly definition: AlertDefinition
  readonly people: readonly AlertPerson[]
  readonly units: readonly AlertUnit[]
  /** All sources that it concerns. */
  readonly sources: readonly string[]
  readonly version: number
}

/** A unit that is watched from a moment on. */
export interface WatchedUnit extends Beginning {
  readonly dataId: DataId
  /** Whose records are judged as they arrive; undefined: none, or not known yet. */
  readonly source: SourceName | undefined
}

export type AlertStore = ReturnType<typeof createAlertStore>

/** Alerts, their recipients, and the units that they watch. Use it in a transaction where something is changed. */
export function createAlertStore(db: Db) {
  const followers = createFollowerStore(db)
  const complete = async (row: Selectable<Tables['alert']>, reach: readonly EntityId[]): Promise<StoredAlert> => {
    const { id } = row
    const people = await db
      .selectFrom('alertPerson')
      .innerJoin('appUser', 'appUser.id', 'userId')
      .select(['userId', 'entityId as entity', 'owns', 'unsubscribed'])
      .where('alertId', '=', id)
      .execute()
    const { rows } = await sql<{ dataId: DataId; inReach: boolean; ended: boolean; sources: string[] }>`
        select data_id, alert_unit.ended_at is not null as ended,
          ${isUnitInReach(sql`alert_unit.data_id`, reach)} as in_reach, ${followedSources(sql.ref('alert_unit.data_id'))} as sources
        from alert_unit join alert on alert.id = alert_id where alert_id = ${id} order by data_id`.execute(db)
    const units = rows.map(({ dataId, inReach, ended }) => ({ dataId, inReach, ended }))
    const sources = [
      ...new Set([...(row.source === null ? [] : [row.source]), ...rows.flatMap((unit) => unit.sources)]),
    ]
    return { id, definition: definitionOf(row), people, units, sources, version: row.version }
  }
  return {
    /** Undefined when there is none. */
    find: async (id: AlertId, reach: readonly EntityId[]): Promise<StoredAlert | undefined> => {
      const row = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst()
      return row && complete(row, reach)
    },

    /** As `find`. Until the end of the transaction no one else changes it. */
    findForChange: async (id: AlertId, reach: readonly EntityId[]): Promise<StoredAlert | undefined> => {
      const row = await db.selectFrom('alert').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      return row && complete(row, reach)
    },
    /** Until the end of the transaction no one else adds alerts to the entity. Returns how many it has. */
    countOf: async (entity: EntityId): Promise<number> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('alerts of ' || ${entity}, 0))`.execute(db)
      const { count } = await db
        .selectFrom('alert')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('entityId', '=', entity)
        .executeTakeFirstOrThrow()
      return count
    },

    create: async (id: AlertId, definition: AlertDefinition, by: UserId | undefined, now: number): Promise<void> => {
      const columns = columnsOf(definition)
      await db
        .insertInto('alert')
        .values({ ...columns, id, createdBy: by ?? null, createdAt: new Date(now) })
        .execute()
    },

    update: async (id: AlertId, definition: AlertDefinition): Promise<void> => {
      await db.updateTable('alert').set(columnsOf(definition)).where('id', '=', id).execute()
    },

    remove: async ({ id, units }: StoredAlert): Promise<void> => {
      for (const { dataId } of units) await followers.unfollow(ALERTS, followerOf(id, dataId))
      await db.deleteFrom('alert').where('id', '=', id).execute()
    },

    /** Existing recipients who unsubscribed stay unsubscribed. */
    setPeople: async (id: AlertId, owners: readonly UserId[], viewers: readonly UserId[]): Promise<void> => {
      const people = [...owners, ...viewers]
      await sql`delete from alert_person where alert_id = ${id} and user_id <> all (${people})`.execute(db)
      await sql`
        insert into alert_person (alert_id, user_id, owns)
        select ${id}, user_id, user_id = any (${[...owners]}) from unnest(${people}::text[]) given (user_id)
        on conflict (alert_id, user_id) do update set owns = excluded.owns,
          stands_in = case when excluded.owns then alert_person.stands_in end`.execute(db)
    },

    /**
     * Begins to watch units, again where it does already: there the status stays until it is judged, and so does what people did about it.
     * `forgets`: what was known of them is about another value.
     */
    watch: async (
      id: AlertId,
      units: readonly WatchedUnit[],
      { now, forgets }: { now: number; forgets: boolean },
    ): Promise<void> => {
      if (units.length === 0) return
      const dataIds = units.map(({ dataId }) => dataId)
      await sql`
        insert into alert_unit (
          alert_id, data_id, begins_at, ahead_until, last_at, last_value, changed_at, deadline_at
        )
        select ${id}, data_id, begins_at, ahead_until, last_at, last_value, ${now}::bigint,
          (select ${FIRST_DEADLINE} from alert where id = ${id})
        from unnest(
          ${dataIds}::text[], ${units.map(({ beginsAt }) => beginsAt)}::bigint[],
          ${units.map(({ aheadUntil }) => aheadUntil ?? null)}::bigint[],
          ${units.map(({ last }) => last?.at ?? null)}::bigint[],
          ${units.map(({ last }) => last?.value ?? null)}::float8[]
        ) given (data_id, begins_at, ahead_until, last_at, last_value)
        on conflict (alert_id, data_id) do update set
          begins_at = excluded.begins_at, ahead_until = excluded.ahead_until, due_at = null,
          deadline_at = excluded.deadline_at, pending_at = null, pending_received_at = null, pending_value = null,
          held_at = null, aside = null, correction = null, ended_at = null, ended_reason = null, learned_at = null,
          last_at = case when ${forgets} or excluded.last_at is not null then excluded.last_at else alert_unit.last_at end,
          last_value = case when ${forgets} or excluded.last_at is not null then excluded.last_value else alert_unit.last_value end,
          usual_ms = case when not ${forgets} then alert_unit.usual_ms end`.execute(db)
      for (const { dataId, source } of units) {
        const follower = followerOf(id, dataId)
        if (source === undefined) await followers.unfollow(ALERTS, follower)
        else await followers.follow({ consumer: ALERTS, id: follower, dataId, sources: [source], from: 'now' })
      }
    },

    unwatch: async (id: AlertId, dataIds: readonly DataId[]): Promise<void> => {
      if (dataIds.length === 0) return
      await sql`delete from alert_unit where alert_id = ${id} and data_id = any (${[...dataIds]})`.execute(db)
      for (const dataId of dataIds) await followers.unfollow(ALERTS, followerOf(id, dataId))
    },

    /** What is triggered is looked at again at once, such as for another interval. */
    lookAgain: async (id: AlertId, now: number): Promise<void> => {
      await sql`
        update alert_unit set due_at = least(due_at, ${now}::bigint)
        where alert_id = ${id} and status = 'high'`.execute(db)
    },

    /** The key and field types of the source on each unit that has it. */
    listSourceKeys: async (
      dataIds: readonly DataId[],
      source: string,
    ): Promise<{ dataId: DataId; key: number; types: Readonly<Record<string, string>> }[]> => {
      const { rows } = await sql<{ dataId: DataId; sourceKey: number; fieldTypes: Record<string, string> }>`
        select data_id, source_key, field_types from source
        where data_id = any (${[...dataIds]}) and name = ${source}`.execute(db)
      return rows.map((row) => ({ dataId: row.dataId, key: row.sourceKey, types: row.fieldTypes }))
    },

    /** Which of the people belong to an entity of the reach. */
    listPeopleIn: async (ids: readonly UserId[], reach: readonly EntityId[]): Promise<ReadonlySet<UserId>> => {
      const rows = await db
        .selectFrom('appUser')
        .select('id')
        .where('id', 'in', ['' as UserId, ...ids])
        .where('entityId', 'in', [...reach])
        .execute()
      return new Set(rows.map((row) => row.id))
    },

    setSubscription: async (
      id: AlertId,
      userId: UserId,
      { unsubscribed }: { unsubscribed: boolean },
    ): Promise<void> => {
      await db
        .updateTable('alertPerson')
        .set({ unsubscribed })
        .where('alertId', '=', id)
        .where('userId', '=', userId)
        .execute()
    },

    /** Returns whether the person was one of them. */
    removePerson: async (id: AlertId, userId: UserId): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('alertPerson')
        .where('alertId', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export function definitionOf(row: Selectable<Tables['alert']>): AlertDefinition {
  const { field, operator, constant } = row
  return {
    name: row.name,
    description: row.description,
    entity: row.entityId,
    type: row.type,
    source: row.source,
    event: row.event,
    condition: field === null || operator === null || constant === null ? null : { field, operator, constant },
    clearLimit: row.clearLimit,
    forSeconds: row.forSeconds,
    schedule: row.schedule,
    silentSeconds: row.silentSeconds,
    graceSeconds: row.graceSeconds,
    interval: row.intervalSeconds,
    timeZone: row.timeZone,
  }
}

function columnsOf(definition: AlertDefinition): Omit<Insertable<Tables['alert']>, 'id' | 'createdAt'> {
  const { condition } = definition
  return {
    entityId: definition.entity,
    name: definition.name,
    description: definition.description,
    type: definition.type,
    source: definition.source,
    event: definition.event,
    field: condition?.field ?? null,
    operator: condition?.operator ?? null,
    constant: condition?.constant ?? null,
    clearLimit: definition.clearLimit,
    forSeconds: definition.forSeconds,
    schedule: definition.schedule === null ? null : JSON.stringify(definition.schedule),
    silentSeconds: definition.silentSeconds,
    graceSeconds: definition.graceSeconds,
    intervalSeconds: definition.interval,
    timeZone: definition.timeZone,
  }
}
