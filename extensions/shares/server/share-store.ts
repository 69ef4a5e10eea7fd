import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { FieldsBySource } from '@fieldwatch/contract/visitors/shown-fields'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { ShareId, ShareKind } from '../contract/shares.ts'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { FrozenPlace } from '@fieldwatch/server/doors/visitors/unit-places'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import type { Tables } from '@fieldwatch/server/platform/database/tables'

/** What is shared, besides the unit, the event table or the incident. */
export interface SharedPart {
  /** The title of a chart. */
  readonly chart?: string
  /** Only for a chart or an event table. */
  readonly range?: SharedRange
  /** The columns of an event table that were shown. */
  readonly columns?: readonly string[]
  readonly filter?: OccurrenceFilter
  /** Only for a map. */
  readonly title?: string
  /** The moment of a map that stays as it is. */
  readonly atUTC?: string
}

type Kept<Read, Written = string> = ColumnType<Read, Written, never>

declare module '@fieldwatch/server/platform/database/tables' {
  interface TableColumns {
    share: {
      id: ShareId
      kind: ShareKind
      what: Kept<SharedPart>
      fields: Kept<FieldsBySource>
    }
    sharedMapUnit: {
      shareId: ShareId
      place: Kept<FrozenPlace | null, string | null>
    }
  }
}

export interface StoredShare {
  readonly id: ShareId
  readonly entity: EntityId
  /** Undefined: the unit was deleted, or it is not about one unit. */
  readonly dataId: DataId | undefined
  /** Undefined: the event table was deleted, or there is none. */
  readonly tableId: number | undefined
  /** Likewise. */
  readonly incidentId: number | undefined
  readonly kind: ShareKind
  readonly what: SharedPart
  /** What the screen showed when the link was made: more is never shown. */
  readonly fields: FieldsBySource
  /** The sources of these fields that existed then. */
  readonly sources: readonly string[]
  readonly passwordHash: string | null
  readonly origins: readonly string[]
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined
  readonly createdBy: UserId
  readonly createdAt: number
  readonly opened: number
  readonly lastOpenedAt: number | undefined
}

/** A link as an admin sees it. */
export interface ListedShare extends StoredShare {
  /** Null for a unit out of reach or deleted. */
  readonly unit: string | null
  /** The title of the event table or the incident; null for one out of reach or deleted. */
  readonly title: string | null
  /** How many units of a map are in reach. */
  readonly units: number
  /** Null for someone out of reach or deleted. */
  readonly by: string | null
}

export interface NewShare extends Omit<StoredShare, 'opened' | 'lastOpenedAt'> {
  readonly secretHash: Buffer
  /** The units of a map, and where they were at its moment. */
  readonly units: ReadonlyMap<DataId, FrozenPlace | undefined>
}

/** The most links of one answer. */
const MOST_LISTED = 500

/** Shared links. */
export function createShareStore(db: Db) {
  const findOne = async (condition: RawBuilder<boolean>): Promise<StoredShare | undefined> => {
    const row = await db.selectFrom('share').selectAll().where(condition).executeTakeFirst()
    return row && shareOf(row)
  }

  const listVisible = async (reach: readonly EntityId[], condition: RawBuilder<unknown>): Promise<ListedShare[]> => {
    const { rows } = await sql<Row & Pick<ListedShare, 'unit' | 'title' | 'units' | 'by'>>`
      select share.*, visible.friendly_name as unit, coalesce(event_table.title, incident.title) as title, members.units,
        ${creatorName(sql.ref('share.created_by'), reach)} as by
      from share left join lateral (
        select friendly_name from unit where unit.data_id = share.data_id and ${isInReach(reach)}
      ) visible on true
      left join event_table on event_table.id = share.event_table and visible.friendly_name is not null
      left join incident on incident.id = share.incident_id and incident.entity_id = any (${[...reach]})
      cross join lateral (
        select count(*)::int as units from shared_map_unit member join unit using (data_id)
        where member.share_id = share.id and ${isInReach(reach)}
      ) members
      where ${condition} and (share.entity_id = any (${[...reach]}) or visible.friendly_name is not null
        or incident.id is not null or members.units > 0)
      order by share.created_at desc, share.id limit ${MOST_LISTED}`.execute(db)
    return rows.map((row) => ({ ...shareOf(row), unit: row.unit, title: row.title, units: row.units, by: row.by }))
  }

  return {
    findBySecret: (secretHash: Buffer): Promise<StoredShare | undefined> =>
      findOne(sql<boolean>`secret_hash = ${secretHash}`),

    findById: (id: ShareId): Promise<StoredShare | undefined> => findOne(sql<boolean>`id = ${id}`),

    /** The links of entities in reach, and of units and incidents in reach, the newest first. */
    list: (reach: readonly EntityId[], dataId: DataId | undefined): Promise<ListedShare[]> =>
      listVisible(
        reach,
        dataId === undefined
          ? sql`true`
          : sql`(share.data_id = ${dataId} or exists (select from shared_map_unit where share_id = share.id and data_id = ${dataId}))`,
      ),

    /** The units of a map that are not deleted. */
    listUnits: async (id: ShareId): Promise<DataId[]> => {
      const rows = await db.selectFrom('sharedMapUnit').select('dataId').where('shareId', '=', id).execute()
      return rows.map((row) => row.dataId)
    },

    /** Where the units of a map were at its moment. */
    listPlaces: async (id: ShareId): Promise<Map<DataId, FrozenPlace>> => {
      const rows = await db.selectFrom('sharedMapUnit').select(['dataId', 'place']).where('shareId', '=', id).execute()
      return new Map(rows.flatMap(({ dataId, place }) => (place === null ? [] : [[dataId, place]])))
    },

    /** Undefined for a link that is not seen from there. */
    find: async (id: ShareId, reach: readonly EntityId[]): Promise<ListedShare | undefined> =>
      (await listVisible(reach, sql`share.id = ${id}`))[0],

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'share', entity),

    add: async (share: NewShare): Promise<void> => {
      await db
        .insertInto('share')
        .values({
          id: share.id,
          secretHash: share.secretHash,
          entityId: share.entity,
          dataId: share.dataId ?? null,
          eventTable: share.tableId ?? null,
          incidentId: share.incidentId ?? null,
          kind: share.kind,
          what: JSON.stringify(share.what),
          fields: JSON.stringify(share.fields),
          sources: [...share.sources],
          passwordHash: share.passwordHash,
          origins: [...share.origins],
          expiresAt: share.expiresAt === undefined ? null : new Date(share.expiresAt),
          createdBy: share.createdBy,
          createdAt: new Date(share.createdAt),
        })
        .execute()
      const units = [...share.units].map(([dataId, place]) => ({
        shareId: share.id,
        dataId,
        place: place === undefined ? null : JSON.stringify(place),
      }))
      if (units.length > 0) await db.insertInto('sharedMapUnit').values(units).execute()
    },

    /** False when it was removed already. */
    remove: async (id: ShareId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('share').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** From now on it is shown by the rights of this person. */
    takeOver: async (id: ShareId, by: Pick<StoredShare, 'createdBy' | 'entity'>): Promise<void> => {
      await db.updateTable('share').set({ createdBy: by.createdBy, entityId: by.entity }).where('id', '=', id).execute()
    },

    /** Whether some units exist, and none of them has an entity that is not disabled. */
    areUnitsDisabled: async (dataIds: readonly DataId[]): Promise<boolean> => {
      const { rows } = await sql<{ disabled: boolean }>`
        select count(*) > 0 and bool_and(entity.status <> 'active') as disabled
        from unit_entity owner join entity on entity.id = owner.entity_id
        where owner.data_id = any (${[...dataIds]})`.execute(db)
      return rows[0]?.disabled ?? false
    },

    noteOpening: async (id: ShareId, at: number): Promise<void> => {
      await db
        .updateTable('share')
        .set((eb) => ({ opened: eb('opened', '+', 1), lastOpenedAt: new Date(at) }))
        .where('id', '=', id)
        .execute()
    },

    /** The origins that may show the page of a link in a frame; none of one that is gone or expired. */
    listOrigins: async (id: ShareId, now: number): Promise<readonly string[]> => {
      const row = await db
        .selectFrom('share')
        .select('origins')
        .where('id', '=', id)
        .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date(now))]))
        .executeTakeFirst()
      return row?.origins ?? []
    },
  }
}

type Row = Selectable<Tables['share']>

/** Whether a `unit` is in reach. */
function isInReach(reach: readonly EntityId[]): RawBuilder<unknown> {
  return sql`exists (
    select from unit_entity owner where owner.data_id = unit.data_id and owner.entity_id = any (${[...reach]})
  )`
}

function shareOf(row: Row): StoredShare {
  return {
    id: row.id,
    entity: row.entityId,
    dataId: row.dataId ?? undefined,
    tableId: row.eventTable ?? undefined,
    incidentId: row.incidentId ?? undefined,
    kind: row.kind,
    what: row.what,
    fields: row.fields,
    sources: row.sources,
    passwordHash: row.passwordHash,
    origins: row.origins,
    expiresAt: row.expiresAt?.getTime(),
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
    opened: row.opened,
    lastOpenedAt: row.lastOpenedAt?.getTime(),
  }
}
