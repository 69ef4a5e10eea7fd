import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import { byFriendlyName } from '@fieldwatch/contract/text/natural-order'
import { ACTION_REQUEST } from '@fieldwatch/contract/actions/action-messages'
import type { DataId, EntityId, LabelId, SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { prepared } from '#platform/database/prepared.ts'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { RUNNING_SERVERS } from '#platform/leases/lease-store.ts'
import { sortInBatches } from '#platform/time/sort-in-batches.ts'
import { noteMoved } from './moved-unit-store.ts'

interface NewUnit {
  readonly dataId: DataId
  readonly friendlyName: string
  readonly description?: string | undefined
  readonly image?: string | undefined
  /** True by default. */
  readonly active?: boolean | undefined
  readonly entities: readonly EntityId[]
  readonly defaultTemplate?: TemplateId | undefined
  readonly tokenHash: Buffer
  readonly createdAt: number
}

type Described = Pick<DataDocument, 'friendlyName' | 'description' | 'image' | 'size' | 'service' | 'active'>
type UnitChanges = { readonly [Name in keyof Described]?: Described[Name] | undefined } & {
  readonly apps?: readonly string[] | undefined
  readonly pausedData?: readonly SourceName[] | undefined
  readonly tokenHash?: Buffer | undefined
}

export interface UnitName {
  readonly id: DataId
  readonly friendlyName: string
  readonly active: boolean
}

/** What ingest needs to know about a unit. */
export interface UnitAccess {
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer
  readonly pausedData: ReadonlySet<string>
  /** Sources that the portal computes or writes: the unit sends nothing to them. */
  readonly calculatedSources: ReadonlySet<string>
  readonly active: boolean
  /** One of its entities, which has turns where all share something. */
  readonly entity?: EntityId | undefined
}

/** A unit with the hash of the token that it signed in with. */
interface SignedIn extends Pick<UnitAccess, 'tokenHash'> {
  readonly dataId: DataId
}

interface NameSearch {
  readonly search?: string | undefined
  /** Only units that show this shared template. */
  readonly template?: TemplateId | undefined
  /** Only these units. */
  readonly only?: readonly string[] | undefined
  readonly limit: number
}

interface ListOptions {
  /** Only these units; all when left out. */
  readonly dataIds?: readonly DataId[]
  /** The entities that documents may name, where these are more than the listed ones. */
  readonly reach?: readonly EntityId[]
}

export type UnitStore = ReturnType<typeof createUnitStore>

/** Units and what the portal keeps about them. A document names only entities of the reach that it is read for. */
export function createUnitStore(db: Db) {
  const listDocuments = async (entities: readonly EntityId[], options: ListOptions = {}): Promise<DataDocument[]> => {
    const { dataIds, reach = entities } = options
    const among = dataIds === undefined ? sql`true` : sql`data_id = any(${[...dataIds]})`
    const visible = [...reach, ...entities]
    const rows = await sql<DocumentRow>`
      select ${sql.raw(DOCUMENT_COLUMNS)}, ${IS_CONNECTED} as connected, owned.entities, owned.viewers_may_edit,
        owned.viewers_may_configure, labelled.labels,
        case when owned.elsewhere is not null then array(
          select name from entity where id = any(owned.elsewhere) order by name
        ) end as shared_with
      from unit join (
        select owner.data_id,
          array_agg(owner.entity_id order by owner.entity_id) filter (where owner.entity_id = any(${visible})) as entities,
          array_agg(owner.entity_id) filter (where owner.entity_id <> all(${visible})) as elsewhere,
          bool_and(entity.viewers_may_edit) as viewers_may_edit,
          bool_and(entity.viewers_may_configure) as viewers_may_configure
        from unit_entity owner join entity on entity.id = owner.entity_id
        where owner.data_id in (select data_id from unit_entity where entity_id = any(${[...entities]}) and ${among})
        group by owner.data_id
      ) owned using (data_id)
      left join (
        select data_id, array_agg(label.id order by label.id) as labels
        from unit_label join label on label.id = unit_label.label_id
        where label.entity_id = any(${visible}) and ${among}
        group by data_id
      ) labelled using (data_id)
    `.execute(db)
    return rows.rows.map(documentOf).sort(byFriendlyName)
  }

  const findOne = async (condition: RawBuilder<unknown>): Promise<DataId | undefined> => {
    const { rows } = await sql<{ dataId: DataId }>`
      select data_id from unit where ${condition} and deleted_at is null limit 1`.execute(db)
    return rows[0]?.dataId
  }

  return {
    /** The documents of the units that belong to one of `entities`, by name. */
    listDocuments,

    /** @throws DomainError unit/not-found, for a unit of another entity too */
    getDocument: async (dataId: DataId, reach: readonly EntityId[]): Promise<DataDocument> => {
      const [document] = await listDocuments(reach, { dataIds: [dataId] })
      if (document === undefined) throw new DomainError('unit/not-found')
      return document
    },

    /** The names of the units that belong to one of `entities`, sorted. */
    listNames: async (entities: readonly EntityId[]): Promise<UnitName[]> => {
      const rows = await db
        .selectFrom('unit')
        .select(['dataId as id', 'friendlyName', 'active'])
        .where('dataId', 'in', (select) =>
          select
            .selectFrom('unitEntity')
            .select('unitEntity.dataId')
            .where('entityId', '=', sql<EntityId>`any(${[...entities]})`),
        )
        .execute()
      return sortInBatches(rows, byFriendlyName)
    },

    /** The first of the units that belong to one of `entities`, by name, which have a text in their name or dataID. */
    searchNames: async (
      entities: readonly EntityId[],
      { search = '', template, only, limit }: NameSearch,
    ): Promise<UnitName[]> => {
      const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const shows = template === undefined ? sql`true` : sql`default_template = ${template} and custom_template is null`
      const among = only === undefined ? sql`true` : sql`data_id = any (${[...only]})`
      const { rows } = await sql<UnitName>`
        select data_id as id, friendly_name as "friendlyName", active from unit
        where (friendly_name ilike ${like} or data_id ilike ${like}) and ${shows} and ${among} and ${isUnitOf(entities)}
        order by lower(friendly_name), data_id limit ${limit}`.execute(db)
      return rows.toSorted(byFriendlyName)
    },

    /** Ignores the reach: it serves units that sign in, not users. */
    findAccess: async (dataId: DataId): Promise<UnitAccess | undefined> => {
      const row = await db
        .selectFrom('unit')
        .select(['tokenHash', 'pausedSources', 'active'])
        .select(
          sql<string[]>`array(select name from calculation where calculation.data_id = unit.data_id)`.as('calculated'),
        )
        .select(
          sql<EntityId | null>`(
            select entity_id from unit_entity where unit_entity.data_id = unit.data_id order by entity_id limit 1
          )`.as('entity'),
        )
        .where('dataId', '=', dataId)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        tokenHash: row.tokenHash,
        pausedData: new Set(row.pausedSources),
        calculatedSources: new Set([ACTION_REQUEST, ...row.calculated]),
        active: row.active,
        entity: row.entity ?? undefined,
      }
    },

    /** Which of the units that signed in may not stay: deleted, deactivated, or with another token since. Ignores the reach. */
    listRefused: async <Unit extends SignedIn>(signedIn: readonly Unit[]): Promise<Unit[]> => {
      const { rows } = await sql<{ place: number }>`
        select given.place::int as place
        from unnest(
          ${signedIn.map(({ dataId }) => dataId)}::text[], ${signedIn.map(({ tokenHash }) => tokenHash)}::bytea[]
        ) with ordinality given (data_id, token_hash, place)
        where not exists (
          select from unit where unit.data_id = given.data_id and unit.token_hash = given.token_hash
            and active and deleted_at is null
        )`.execute(db)
      return rows.flatMap(({ place }) => signedIn[place - 1] ?? [])
    },

    /** The unit with a token, by its hash. Ignores the reach: it serves units that sign in, not users. */
    findByTokenHash: async (tokenHash: Buffer): Promise<DataId | undefined> => findOne(sql`token_hash = ${tokenHash}`),

    /** The units with these identifiers of their devices, by identifier. Ignores the reach. */
    listByDetail: async (detail: UnitDetail, values: readonly string[]): Promise<ReadonlyMap<string, DataId>> => {
      const column = sql.ref<string>(DETAIL_COLUMNS[detail])
      const { rows } = await sql<{ value: string; dataId: DataId }>`
        ${prepared(`units-by-${detail}`)}
        select ${column} as value, data_id as "dataId" from unit
        where ${column} = any (${[...values]}::text[]) and deleted_at is null`.execute(db)
      return new Map(rows.map(({ value, dataId }) => [value, dataId]))
    },

    /** For each unit within reach, the names of the entities out of reach that have it, too. */
    listSharing: async (
      dataIds: readonly DataId[],
      reach: readonly EntityId[],
    ): Promise<ReadonlyMap<DataId, readonly string[]>> => {
      const { rows } = await sql<{ dataId: DataId; sharedWith: string[] }>`
        ${prepared('sharing-of-units')}
        select owner.data_id as "dataId", array_remove(
            array_agg(case when entity_id <> all (given.reach) then entity.name end order by entity.name), null
          ) as "sharedWith"
        from (select ${[...reach]}::text[] as reach) given, unit_entity owner join entity on entity.id = owner.entity_id
        where owner.data_id = any (${[...dataIds]}::text[])
        group by owner.data_id having bool_or(entity_id = any (given.reach))`.execute(db)
      return new Map(rows.map(({ dataId, sharedWith }) => [dataId, sharedWith]))
    },

    /**
     * An empty identifier removes it; one that is left out stays.
     * @throws DomainError request/invalid when another unit has an identifier; the transaction is aborted then
     */
    setDetails: async (dataId: DataId, details: UnitDetails): Promise<void> => {
      for (const detail of UNIT_DETAILS) {
        const value = details[detail]
        if (value === undefined) continue
        const change = sql`update unit set ${sql.ref(DETAIL_COLUMNS[detail])} = nullif(${value}, '') where data_id = ${dataId}`
        await change.execute(db).catch((error: unknown) => {
          if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
          throw invalidField(detail, sentence('fields.unit-detail-taken'))
        })
      }
    },

    /**
     * The names of the applications that have a tab on the page of a unit.
     * @throws DomainError unit/not-found
     */
    getApps: async (dataId: DataId): Promise<string[]> => {
      const row = await db.selectFrom('unit').select('apps').where('dataId', '=', dataId).executeTakeFirst()
      if (row === undefined) throw new DomainError('unit/not-found')
      return row.apps
    },

    /** What is left out stays. */
    update: async (
      dataId: DataId,
      { friendlyName, apps, pausedData, tokenHash, ...same }: UnitChanges,
    ): Promise<void> => {
      const named = { friendlyName, tokenHash, pausedData: pausedData && [...pausedData] }
      const set = { ...same, ...named, apps: apps && [...apps] }
      if (Object.values(set).every((value) => value === undefined)) return
      await db.updateTable('unit').set(set).where('dataId', '=', dataId).execute()
    },

    /** Takes the tab of an application away from every unit. */
    forgetApp: async (name: string): Promise<void> => {
      await sql`update unit set apps = array_remove(apps, ${name}) where ${name} = any (apps)`.execute(db)
    },

    /**
     * Use it in a transaction.
     * @throws DomainError unit/exists
     */
    create: async (unit: NewUnit): Promise<void> => {
      const created = await db
        .insertInto('unit')
        .values({
          dataId: unit.dataId,
          friendlyName: unit.friendlyName,
          description: unit.description ?? '',
          image: unit.image ?? '',
          active: unit.active ?? true,
          defaultTemplate: unit.defaultTemplate ?? null,
          tokenHash: unit.tokenHash,
          createdAt: new Date(unit.createdAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('dataId')
        .executeTakeFirst()
      if (created === undefined) throw new DomainError('unit/exists')
      const owners = [...new Set(unit.entities)].map((entityId) => ({ dataId: unit.dataId, entityId }))
      await db.insertInto('unitEntity').values(owners).execute()
    },

    /** Which of the units are within reach. */
    listInReach: async (dataIds: readonly DataId[], reach: readonly EntityId[]): Promise<ReadonlySet<DataId>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select data_id from unit where data_id = any (${[...dataIds]}) and ${isUnitOf(reach)}`.execute(db)
      return new Set(rows.map((row) => row.dataId))
    },

    /** All entities of a unit, whatever the reach. */
    listEntities: async (dataId: DataId): Promise<EntityId[]> => {
      const rows = await db.selectFrom('unitEntity').select('entityId').where('dataId', '=', dataId).execute()
      return rows.map((row) => row.entityId)
    },

    /**
     * Locks units until the transaction ends: take it before reading what is changed. It takes them in one order, so that two who
     * change many do not wait for each other.
     */
    lock: async (...dataIds: readonly string[]): Promise<void> => {
      await sql`select from unit where data_id = any (${dataIds}) order by data_id for no key update`.execute(db)
    },

    /** Use it in a transaction. What is out of `reach` stays. */
    setEntities: async (dataId: DataId, entities: readonly EntityId[], reach: readonly EntityId[]): Promise<void> => {
      const rows = [...new Set(entities)].map((entityId) => ({ dataId, entityId }))
      await db
        .insertInto('unitEntity')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .deleteFrom('unitEntity')
        .where('dataId', '=', dataId)
        .where('entityId', 'in', [...reach])
        .where('entityId', 'not in', [...entities])
        .execute()
      await noteMoved(db, [dataId])
    },

    setDefaultTemplate: async (dataId: DataId, template: TemplateId | null): Promise<void> => {
      await db
        .updateTable('unit')
        .set({ defaultTemplate: template, eventTablesDue: true })
        .where('dataId', '=', dataId)
        .execute()
      // What it tries in place of another one is its own from now on.
      await sql`
        delete from template_trial where data_id = ${dataId} and template_id is distinct from ${template}
      `.execute(db)
    },

    /** Metres; null for the usual accuracy. Tables on places and trips are found again soon after. */
    setPositionAccuracy: async (dataId: DataId, metres: number | null): Promise<void> => {
      const { numUpdatedRows } = await db
        .updateTable('unit')
        .set({ positionAccuracy: metres })
        .where('dataId', '=', dataId)
        .where('positionAccuracy', 'is distinct from', metres)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await noteMoved(db, [dataId])
    },
  }
}

/** Identifiers of devices by which a door finds the unit. */
const UNIT_DETAILS = ['devEUI', 'imei'] as const
export type UnitDetail = (typeof UNIT_DETAILS)[number]
type UnitDetails = { readonly [Detail in UnitDetail]?: string | undefined }

const UNIQUE_VIOLATION = '23505'

const DETAIL_COLUMNS: Readonly<Record<UnitDetail, string>> = { devEUI: 'dev_eui', imei: 'imei' }

type DocumentRow = Omit<
  Selectable<Tables['unit']>,
  'locatedAt' | 'tokenHash' | 'connectionChangedAt' | 'createdAt' | 'changedAt' | 'changedBy'
> & {
  connected: boolean
  entities: EntityId[]
  labels: LabelId[] | null
  sharedWith: string[] | null
  viewersMayEdit: boolean
  viewersMayConfigure: boolean
  trackerRefusedAt: number | null
}

const DOCUMENT_COLUMNS = `unit.data_id, friendly_name, description, size, service, image, active, last_activity_at, last_message,
  current_lat, current_lon, default_template, custom_template, apps, paused_data, version, last_door, dev_eui, imei,
  position_accuracy,
  (select at from refused_tracker where refused_tracker.imei = unit.imei) as tracker_refused_at`

/**
 * A connection counts only while the lease of its server is valid. Without its own subquery, so that for a whole fleet the
 * connections are read once and not unit by unit.
 */
export const IS_CONNECTED = sql`exists (
  select from unit_connection session join (${RUNNING_SERVERS}) running on running.name = session.server
  where session.data_id = unit.data_id
)`

function documentOf(row: DocumentRow): DataDocument {
  const document: DataDocument = {
    dataID: row.dataId,
    friendlyName: row.friendlyName,
    description: row.description,
    size: row.size,
    service: row.service,
    image: row.image,
    active: row.active,
    lastActivityUTC: row.lastActivityAt?.toISOString() ?? null,
    lastMessage: row.lastMessage,
    currentLat: row.currentLat,
    currentLon: row.currentLon,
    entities: row.entities,
    defaultTemplate: row.defaultTemplate,
    customTemplate: row.customTemplate,
    apps: row.apps,
    pausedData: row.pausedData,
    connected: row.connected,
    version: row.version,
  }
  if (row.lastDoor !== null) document.lastDoor = row.lastDoor
  if (row.devEui !== null) document.devEUI = row.devEui
  if (row.imei !== null) document.imei = row.imei
  if (row.positionAccuracy !== null) document.positionAccuracy = row.positionAccuracy
  if (row.trackerRefusedAt !== null) document.trackerRefusedUTC = new Date(row.trackerRefusedAt).toISOString()
  if (row.labels !== null) document.labels = row.labels
  if (row.sharedWith !== null) document.sharedWith = row.sharedWith
  if (!row.viewersMayEdit) document.onlyAdminsEdit = true
  if (!row.viewersMayConfigure) document.onlyAdminsConfigure = true
  return document
}
