import type { INCIDENT_SORTS } from '../contract/incident-sorts.ts'
import { type IncidentSeverity, MOST_CONCLUSIONS } from '../contract/incidents.ts'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import { isUnitInReach } from '@fieldwatch/server/platform/database/unit-reach'
import type { FrozenFacts, FrozenNote } from './frozen-facts.ts'

/** Times are epoch milliseconds. */
interface NewIncident {
  readonly entity: EntityId
  readonly title: string
  readonly severity: IncidentSeverity
  readonly from: number
  readonly to: number
  readonly moment: number
  readonly known: 'now' | 'then'
  readonly conclusions: string
  readonly isCut: boolean
}

export interface StoredIncident extends NewIncident {
  readonly id: number
  /** How many units are in reach, and the names of the first. */
  readonly units: number
  readonly unitNames: readonly string[]
  readonly author: UserId
  /** Null for an author out of reach or deleted. */
  readonly by: string | null
  readonly createdAt: Date
  readonly takenAt: Date
  readonly takenBy: UserId
  readonly takenByName: string | null
  readonly version: number
}

interface IncidentFilter {
  readonly text: string | undefined
  readonly severity: IncidentSeverity | undefined
  readonly dataId: DataId | undefined
  readonly sort: (typeof INCIDENT_SORTS)[number]
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** What was stored of a unit in reach. */
export interface StoredFacts {
  readonly dataId: DataId
  readonly name: string
  readonly facts: FrozenFacts
}

export interface PinnedNote {
  readonly noteId: number
  readonly dataId: DataId
  readonly entry: FrozenNote
}

interface SavedConclusions {
  readonly text: string
  readonly by: string | null
  readonly savedAt: Date
}

/** The names of so many units are in a list. */
const MOST_NAMES = 5

const SORTS: Readonly<Record<IncidentFilter['sort'], RawBuilder<unknown>>> = {
  created: sql`incident.created_at`,
  from: sql`incident.from_at`,
  title: sql`lower(incident.title)`,
  severity: sql`array_position(array['minor', 'major', 'critical'], incident.severity)`,
}

/** Incidents, and what is stored of their units. */
export function createIncidentStore(db: Db) {
  const read = async (
    reach: readonly EntityId[],
    { condition, order = sql`incident.id`, page = sql`` }: Read,
  ): Promise<StoredIncident[]> => {
    const { rows } = await sql<StoredIncident>`
      select incident.id, incident.entity_id as entity, title, severity, from_at as "from", to_at as "to", moment_at as moment, known,
        conclusions, is_cut as "isCut", created_by as author, ${creatorName(sql.ref('incident.created_by'), reach)} as by,
        created_at as "createdAt", taken_at as "takenAt", taken_by as "takenBy",
        ${creatorName(sql.ref('incident.taken_by'), reach)} as "takenByName", incident.version, members.units, members."unitNames"
      from incident cross join lateral (
        select count(*)::int as units,
          coalesce((array_agg(friendly_name order by lower(friendly_name), data_id))[1:${sql.lit(MOST_NAMES)}], '{}') as "unitNames"
        from incident_unit member join unit using (data_id)
        where member.incident_id = incident.id and ${isInReach(reach)}
      ) members
      where ${condition} order by ${order} ${page}`.execute(db)
    return rows
  }

  return {
    list: async (
      entities: readonly EntityId[],
      reach: readonly EntityId[],
      filter: IncidentFilter,
    ): Promise<{ incidents: StoredIncident[]; total: number }> => {
      const condition = conditionOf(entities, reach, filter)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from incident where ${condition}`.execute(db)
      const way = sql.raw(filter.direction)
      const incidents = await read(reach, {
        condition,
        order: sql`${SORTS[filter.sort]} ${way}, incident.id ${way}`,
        page: sql`limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`,
      })
      return { incidents, total: rows[0]?.total ?? 0 }
    },

    /** Undefined for one of other entities too. */
    find: async (id: number, reach: readonly EntityId[]): Promise<StoredIncident | undefined> => {
      const condition = sql`incident.id = ${id}::bigint and incident.entity_id = any (${[...reach]})`
      return (await read(reach, { condition }))[0]
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'incident', entity),

    /** Returns the id of the new incident. */
    add: async (incident: NewIncident, { by, at }: { by: UserId; at: number }): Promise<number> => {
      const { id } = await db
        .insertInto('incident')
        .values({
          entityId: incident.entity,
          title: incident.title,
          severity: incident.severity,
          fromAt: incident.from,
          toAt: incident.to,
          momentAt: incident.moment,
          known: incident.known,
          conclusions: incident.conclusions,
          isCut: incident.isCut,
          takenAt: new Date(at),
          takenBy: by,
          createdBy: by,
          createdAt: new Date(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    change: async (
      id: number,
      { title, severity, conclusions }: Pick<NewIncident, 'title' | 'severity' | 'conclusions'>,
    ): Promise<void> => {
      await db.updateTable('incident').set({ title, severity, conclusions }).where('id', '=', id).execute()
    },

    /** What happened was stored again. */
    noteTaken: async (id: number, { by, at, isCut }: { by: UserId; at: number; isCut: boolean }): Promise<void> => {
      await db
        .updateTable('incident')
        .set({ takenBy: by, takenAt: new Date(at), isCut })
        .where('id', '=', id)
        .execute()
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('incident').where('id', '=', id).execute()
    },

    /** What people call units in reach; the others are left out. */
    listUnitNames: async (dataIds: readonly DataId[], reach: readonly EntityId[]): Promise<Map<DataId, string>> => {
      const { rows } = await sql<{ dataId: DataId; name: string }>`
        select data_id as "dataId", friendly_name as name from unit
        where data_id = any (${[...dataIds]}::text[]) and ${isInReach(reach)}`.execute(db)
      return new Map(rows.map(({ dataId, name }) => [dataId, name]))
    },

    /** Stores what happened to a unit, in place of what was stored before. */
    putFacts: async (id: number, { dataId, name, facts }: StoredFacts): Promise<void> => {
      await sql`
        insert into incident_unit (incident_id, data_id, name, facts)
        values (${id}::bigint, ${dataId}, ${name}, ${JSON.stringify(facts)}::jsonb)
        on conflict (incident_id, data_id) do update set name = excluded.name, facts = excluded.facts`.execute(db)
    },

    /** The facts of the units in reach, by name. */
    listFacts: async (id: number, reach: readonly EntityId[]): Promise<StoredFacts[]> => {
      const { rows } = await sql<StoredFacts>`
        select member.data_id as "dataId", member.name, facts from incident_unit member join unit using (data_id)
        where incident_id = ${id}::bigint and ${isInReach(reach)}
        order by lower(member.name), member.data_id`.execute(db)
      return rows
    },

    /** The units in reach. */
    listUnits: async (id: number, reach: readonly EntityId[]): Promise<DataId[]> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select data_id as "dataId" from incident_unit member join unit using (data_id)
        where incident_id = ${id}::bigint and ${isInReach(reach)} order by data_id`.execute(db)
      return rows.map(({ dataId }) => dataId)
    },

    /** The pinned notes of the units in reach. */
    listPinned: async (id: number, reach: readonly EntityId[]): Promise<PinnedNote[]> => {
      const { rows } = await sql<PinnedNote>`
        select note_id as "noteId", note.data_id as "dataId", entry from incident_note note
        join unit on unit.data_id = note.data_id
        where incident_id = ${id}::bigint and ${isInReach(reach)} order by note_id`.execute(db)
      return rows
    },

    pin: async (id: number, notes: readonly PinnedNote[]): Promise<void> => {
      for (const { noteId, dataId, entry } of notes)
        await sql`
          insert into incident_note (incident_id, note_id, data_id, entry)
          values (${id}::bigint, ${noteId}::bigint, ${dataId}, ${JSON.stringify(entry)}::jsonb)
          on conflict (incident_id, note_id) do update set entry = excluded.entry`.execute(db)
    },

    unpin: async (id: number, notes: readonly number[]): Promise<void> => {
      await sql`
        delete from incident_note
        where incident_id = ${id}::bigint and note_id = any (${`{${notes.join(',')}}`}::bigint[])`.execute(db)
    },

    addConclusions: async (id: number, { text, by, at }: { text: string; by: UserId; at: number }): Promise<void> => {
      await db
        .insertInto('incidentConclusions')
        .values({ incidentId: id, text, savedBy: by, savedAt: new Date(at) })
        .execute()
      await sql`
        delete from incident_conclusions where incident_id = ${id}::bigint and id not in (
          select id from incident_conclusions where incident_id = ${id}::bigint order by id desc limit ${MOST_CONCLUSIONS}
        )`.execute(db)
    },

    /** The newest first. */
    listConclusions: async (id: number, reach: readonly EntityId[]): Promise<SavedConclusions[]> => {
      const { rows } = await sql<SavedConclusions>`
        select text, saved_at as "savedAt", ${creatorName(sql.ref('incident_conclusions.saved_by'), reach)} as by
        from incident_conclusions where incident_id = ${id}::bigint order by id desc
          limit ${MOST_CONCLUSIONS}`.execute(db)
      return rows
    },

    /** The addresses of people, by id; none of deleted ones. */
    listAddresses: async (ids: readonly UserId[]): Promise<Map<UserId, { email: string; phone: string }>> => {
      const rows = await db
        .selectFrom('appUser')
        .select(['id', 'email', 'phone'])
        .where(sql<boolean>`id = any (${[...new Set(ids)]}::text[])`)
        .execute()
      return new Map(rows.map(({ id, email, phone }) => [id, { email, phone: phone ?? '' }]))
    },

    /** The names of people in reach, by id. */
    listNames: async (ids: readonly UserId[], reach: readonly EntityId[]): Promise<Map<UserId, string>> => {
      const { rows } = await sql<{ id: UserId; name: string | null }>`
        select asked.id, ${creatorName(sql.ref('asked.id'), reach)} as name
        from unnest(${[...new Set(ids)]}::text[]) asked (id)`.execute(db)
      return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
    },
  }
}

interface Read {
  readonly condition: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  readonly page?: RawBuilder<unknown>
}

/** Whether a `unit` is in reach. */
function isInReach(reach: readonly EntityId[]): RawBuilder<unknown> {
  return sql`unit.deleted_at is null and ${isUnitInReach(sql`unit.data_id`, reach)}`
}

function conditionOf(
  entities: readonly EntityId[],
  reach: readonly EntityId[],
  { text, severity, dataId }: IncidentFilter,
): RawBuilder<unknown> {
  const hasUnit = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
    select from incident_unit member join unit using (data_id)
    where member.incident_id = incident.id and ${which} and ${isInReach(reach)}
  )`
  const holds = (what: RawBuilder<unknown>): RawBuilder<unknown> => sql`position(lower(${text}) in lower(${what})) > 0`
  const conditions = [
    sql`incident.entity_id = any (${[...entities]})`,
    ...(severity === undefined ? [] : [sql`incident.severity = ${severity}`]),
    ...(dataId === undefined ? [] : [hasUnit(sql`unit.data_id = ${dataId}`)]),
    ...(text === undefined || text === ''
      ? []
      : [
          sql`(${holds(sql`incident.title`)} or ${holds(sql`incident.conclusions`)} or ${hasUnit(holds(sql`unit.friendly_name`))})`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}
