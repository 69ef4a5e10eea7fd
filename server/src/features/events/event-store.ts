import type { DataId, EntityId, SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { PLACE_VALUE } from '@fieldwatch/contract/places/place-conditions'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type EventRule, sourcesOfRule } from './event-rule.ts'

/** The name of what follows the sources of event tables. */
export const EVENTS = 'events'

export interface StoredEventTable extends EventRule {
  readonly id: number
  readonly dataId: DataId
  readonly name: string
  readonly title: string
  /** Grows whenever all is found again. */
  readonly revision: number
  /** From where on nothing was looked at yet; undefined once all was. */
  readonly filledTo: number | undefined
  readonly fillDone: number
  readonly fillTotal: number | undefined
  /** Occurrences that begin before it are summed up by the hour. */
  readonly summedTo: number
  /** Why it ended: what it watched was deleted. */
  readonly ended: string | undefined
  readonly version: number
}

interface NewEventTable {
  readonly dataId: DataId
  readonly name: string
  readonly title: string
  readonly rule: EventRule
  readonly now: number
}

/** What the template of a unit lists. */
interface ListedEvents {
  readonly id: TemplateId
  readonly events: readonly { readonly title: string }[]
  readonly entityId: EntityId | undefined
}

/** The reading of the position alone, as places name it. */
const PLACE_READING = sql`regexp_replace(field, '^parked:[^:]+:', '')`

const DUE_AT_ONCE = 100

export type EventStore = ReturnType<typeof createEventStore>

/** The event tables of units. */
export function createEventStore(db: Db) {
  const followers = createFollowerStore(db)

  const follow = async (id: number, dataId: DataId, rule: EventRule): Promise<void> => {
    await followers.follow({
      consumer: EVENTS,
      id: String(id),
      dataId,
      sources: sourcesOfRule(rule),
      from: 'beginning',
      unfinished: true,
    })
  }

  const list = async (dataId: DataId): Promise<StoredEventTable[]> => {
    const rows = await db.selectFrom('eventTable').selectAll().where('dataId', '=', dataId).orderBy('id').execute()
    return rows.map(eventTableOf)
  }

  const findAgain = async (ids: readonly number[]): Promise<void> => {
    await sql`
      update event_table set filled_to = start_at, fill_done = 0, fill_total = null, corrections = '[]', ended_at = null,
        ended_reason = null, revision = revision + 1
      where id = any (${[...ids]}::int[])`.execute(db)
  }

  const restart = async (table: StoredEventTable): Promise<void> => {
    await follow(table.id, table.dataId, table)
    await findAgain([table.id])
  }

  return {
    /** The event tables of a unit, in the order in which they were made. */
    list,

    /**
     * The event tables of the units of an entity: those on places, by the readings that they compare, and all on trips, which name places.
     * With `names` only those on trips that show one of them. Those that ended are left out. Use it in a transaction.
     */
    listOnPlaces: async (
      entity: EntityId,
      fields: readonly string[],
      names?: readonly string[],
    ): Promise<StoredEventTable[]> => {
      const isTrips = sql`(field like 'trips:%' or field like 'stops:%')`
      const isOfEntity = sql`ended_at is null
        and exists (select from unit_entity where unit_entity.data_id = event_table.data_id and entity_id = ${entity})`
      // A step that is under way stores names as they were before.
      if (names !== undefined && names.length > 0)
        await sql`
          select from arrival_follower where consumer = ${EVENTS}
            and id in (select id::text from event_table where ${isTrips} and ${isOfEntity})
            order by id for update`.execute(db)
      const isNamed =
        names === undefined
          ? sql`true`
          : sql`exists (select from event_occurrence where event_table = event_table.id and starts ?| ${[...names]}::text[])`
      const { rows } = await sql<Selectable<Tables['eventTable']>>`
        select event_table.* from event_table
        where ((${PLACE_READING} = any (${[...fields]}) and (field like 'place:%' or field like 'group:%' or field like 'parked:%'))
            or (${isTrips} and ${isNamed})) and ${isOfEntity}
        order by data_id, name`.execute(db)
      return rows.map(eventTableOf)
    },

    /** The names of those of several units. */
    listNames: async (dataIds: readonly DataId[]): Promise<{ dataId: DataId; name: string }[]> => {
      const { rows } = await sql<{ dataId: DataId; name: string }>`
        select data_id as "dataId", name from event_table where data_id = any (${[...new Set(dataIds)]})`.execute(db)
      return rows
    },

    /** @throws DomainError event/not-found */
    get: async (dataId: DataId, name: string): Promise<StoredEventTable> => {
      const row = await db
        .selectFrom('eventTable')
        .selectAll()
        .where('dataId', '=', dataId)
        .where('name', '=', name)
        .executeTakeFirst()
      if (row === undefined) throw new DomainError('event/not-found')
      return eventTableOf(row)
    },

    findById: async (id: number): Promise<StoredEventTable | undefined> => {
      const row = await db.selectFrom('eventTable').selectAll().where('id', '=', id).executeTakeFirst()
      return row && eventTableOf(row)
    },

    /** Until the end of the transaction no one else adds or removes event tables of the unit. */
    lockUnit: async (dataId: DataId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('event tables of ' || ${dataId}, 0))`.execute(db)
    },

    /** The next units whose template may list event tables that they lack, by dataID. */
    listDue: async (after: string): Promise<DataId[]> => {
      const rows = await db
        .selectFrom('unit')
        .select('dataId')
        .where('eventTablesDue', '=', true)
        .where('dataId', '>', after as DataId)
        .orderBy('dataId')
        .limit(DUE_AT_ONCE)
        .execute()
      return rows.map((row) => row.dataId)
    },

    /** The event tables that a unit's template lists, which count as given from now on; undefined when another server did it. */
    takeDue: async (dataId: DataId): Promise<ListedEvents | undefined> => {
      const taken = await sql<{ template: TemplateId | null }>`
        update unit set event_tables_due = false where data_id = ${dataId} and event_tables_due
        returning coalesce(custom_template, default_template) as template`.execute(db)
      const template = taken.rows[0]?.template
      if (template === undefined || template === null) return undefined
      // Its own statement: the one above may have waited for a change of the template, which it would not see.
      const { rows } = await sql<{ id: TemplateId; events: ListedEvents['events'] | null; entity: EntityId | null }>`
        select template.id, template.definition -> 'events' as events,
          (select min(entity_id) from unit_entity where data_id = ${dataId}) as entity
        from template where template.id = ${template}`.execute(db)
      const [row] = rows
      return row && { id: row.id, events: row.events ?? [], entityId: row.entity ?? undefined }
    },

    /** The newest condition of a name that a unit has which shows a template. */
    findNewest: async (template: TemplateId, name: string): Promise<EventRule | undefined> => {
      const { rows } = await sql<Selectable<Tables['eventTable']>>`
        select event_table.* from event_table join unit using (data_id)
        where event_table.name = ${name} and ended_at is null
          and coalesce(custom_template, default_template) = ${template}
        order by coalesce(event_table.changed_at, event_table.created_at) desc, event_table.id desc limit 1`.execute(db)
      return rows[0] === undefined ? undefined : eventTableOf(rows[0])
    },

    /** Whether another unit that shows the same template has an event table of the name. */
    isKeptByOthers: async ({ dataId, name }: StoredEventTable): Promise<boolean> => {
      const { rows } = await sql<{ kept: boolean }>`
        select exists (
          select from event_table join unit using (data_id)
          where event_table.name = ${name} and data_id <> ${dataId}
            and coalesce(custom_template, default_template)
              = (select coalesce(custom_template, default_template) from unit where data_id = ${dataId})
        ) as kept`.execute(db)
      return rows[0]?.kept === true
    },

    /** Whether someone removed it from the unit. */
    isRemoved: async (dataId: DataId, name: string): Promise<boolean> => {
      const found = await db
        .selectFrom('eventTableRemoved')
        .select('name')
        .where('dataId', '=', dataId)
        .where('name', '=', name)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Use it in a transaction. */
    create: async ({ dataId, name, title, rule, now }: NewEventTable): Promise<void> => {
      const made = { dataId, name, title, filledTo: rule.startAt, createdAt: new Date(now) }
      const { id } = await db
        .insertInto('eventTable')
        .values({ ...made, ...columnsOf(rule) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.deleteFrom('eventTableRemoved').where('dataId', '=', dataId).where('name', '=', name).execute()
      await follow(id, dataId, rule)
    },

    /** Has all occurrences found again: those that are there stay until then, and tags stay. Use it in a transaction. */
    restart,

    /** As `restart`, for many. Use it in a transaction. */
    restartAll: async (tables: readonly StoredEventTable[]): Promise<void> => {
      const ids = tables.map(({ id }) => id)
      await followers.lock(EVENTS, ids.map(String))
      await findAgain(ids)
      await followers.followAgain(EVENTS, ids.map(String))
    },

    /** Gives it another rule, by which all is found again. Use it in a transaction. */
    change: async (table: StoredEventTable, rule: EventRule): Promise<void> => {
      await db.updateTable('eventTable').set(columnsOf(rule)).where('id', '=', table.id).execute()
      await restart({ ...table, ...rule })
    },

    /** Has those of a unit found again that read one of some sources. Returns how many. Use it in a transaction. */
    restartReading: async (dataId: DataId, sources: readonly SourceName[]): Promise<number> => {
      const tables = await list(dataId)
      const reading = tables.filter(
        (table) => table.ended === undefined && sourcesOfRule(table).some((name) => sources.includes(name)),
      )
      for (const table of reading) await restart(table)
      return reading.length
    },

    /** Finds nothing more, and keeps what it found: one that went on ends with its last record. Use it in a transaction. */
    end: async ({ id }: StoredEventTable, { reason, now }: { reason: string; now: number }): Promise<void> => {
      await followers.unfollow(EVENTS, String(id))
      await db
        .updateTable('eventTable')
        .set({ filledTo: null, corrections: '[]', endedAt: now, endedReason: reason })
        .set('revision', sql`revision + 1`)
        .where('id', '=', id)
        .execute()
      await sql`update event_occurrence set end_at = last_at where event_table = ${id} and end_at is null`.execute(db)
    },

    /** Takes the names of places out of its occurrences: people of another entity see them. Use it in a transaction. */
    forgetPlaces: async ({ id, values }: StoredEventTable): Promise<void> => {
      const place = values.findIndex(({ field }) => field === PLACE_VALUE)
      if (place < 0) return
      await sql`
        update event_occurrence set starts = jsonb_set(starts, array[${String(place)}::text], 'null')
        where event_table = ${id} and starts is not null`.execute(db)
    },

    /** Removes it with its occurrences and tags; the unit does not get it from its template again. Use it in a transaction. */
    remove: async ({ id, dataId, name }: StoredEventTable): Promise<void> => {
      await followers.unfollow(EVENTS, String(id))
      await db.deleteFrom('eventTable').where('id', '=', id).execute()
      await db
        .insertInto('eventTableRemoved')
        .values({ dataId, name })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

function columnsOf({ source, field, operator, constant, comparison, startAt, gapMs, values }: EventRule) {
  const columns = { source, field, operator, constant, comparison, startAt, gapMs }
  return { ...columns, inputs: JSON.stringify(values) }
}

/** What a row says. */
export function eventTableOf(row: Selectable<Tables['eventTable']>): StoredEventTable {
  return {
    id: row.id,
    dataId: row.dataId,
    name: row.name,
    title: row.title,
    source: row.source,
    field: row.field,
    operator: row.operator,
    constant: row.constant,
    comparison: row.comparison,
    startAt: row.startAt,
    gapMs: row.gapMs,
    values: row.inputs,
    revision: row.revision,
    filledTo: row.filledTo ?? undefined,
    fillDone: row.fillDone,
    fillTotal: row.fillTotal ?? undefined,
    summedTo: row.summedTo,
    ended: row.endedReason ?? undefined,
    version: row.version,
  }
}

/** Whether a unit lacks event tables that its template lists. */
export function areEventTablesDue(): RawBuilder<unknown> {
  return sql`exists (select from unit where event_tables_due)`
}
