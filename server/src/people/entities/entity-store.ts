import { countRows } from '#platform/database/count-rows.ts'
import type { Entity, EntityStatus } from '@fieldwatch/contract/people/entities'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { createRequiredFactorStore, type RequiringEntity } from './required-factor-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

interface EntityLook {
  id: EntityId
  name: string
  logo: string
  icon: string
  status: EntityStatus
}

interface NewEntity {
  id: EntityId
  name: string
  /** Undefined for one that is not below another. */
  parent: EntityId | undefined
}

/** What is left out stays. */
export interface EntityChanges {
  name?: string | undefined
  url?: string | undefined
  company?: string | undefined
  status?: EntityStatus | undefined
  logo?: string | undefined
  icon?: string | undefined
  secondFactorRequired?: boolean | undefined
  viewersMayEdit?: boolean | undefined
  viewersMayConfigure?: boolean | undefined
  measures?: MeasurePreference | null | undefined
  language?: Language | null | undefined
}

/** An entity with those next to it, anyone who may see them. */
export interface StoredEntity extends Omit<Entity, 'secondFactorRequiredBy'> {
  /** The nearest one above that requires a second factor. */
  secondFactorRequiredBy: RequiringEntity | undefined
}

export function createEntityStore(db: Db) {
  const listEntities = async (ids: readonly EntityId[]): Promise<StoredEntity[]> => {
    const query = (column: 'id' | 'parentId') =>
      db
        .selectFrom('entity')
        .selectAll()
        .where(column, 'in', [...ids])
        .orderBy('name')
        .orderBy('id')
        .execute()
    const [rows, below, requiring] = await Promise.all([
      query('id'),
      query('parentId'),
      createRequiredFactorStore(db).listAbove(ids),
    ])
    return rows.map((row) => ({
      ...entityOf(row),
      subEntities: below.filter((entity) => entity.parentId === row.id).map((entity) => entity.id),
      secondFactorRequiredBy: requiring.get(row.id),
    }))
  }
  const find = async (id: EntityId): Promise<StoredEntity | undefined> => (await listEntities([id]))[0]
  return {
    find,

    /** @throws DomainError entity/not-found */
    get: async (id: EntityId): Promise<StoredEntity> => {
      const entity = await find(id)
      if (entity === undefined) throw new DomainError('entity/not-found')
      return entity
    },

    /** Whether it is below no other one. */
    isTop: async (id: EntityId): Promise<boolean> => {
      const row = await db.selectFrom('entity').select('parentId').where('id', '=', id).executeTakeFirst()
      return row?.parentId === null
    },

    /** By name. */
    list: listEntities,

    create: async (entity: NewEntity): Promise<void> => {
      await db
        .insertInto('entity')
        .values({ id: entity.id, name: entity.name, parentId: entity.parent ?? null })
        .execute()
    },

    /** The entities of the organisation that an entity belongs to. Locks it, so that they are counted one after the other. */
    countForAdding: async (id: EntityId): Promise<number> => {
      const { rows: found } = await sql<{ id: EntityId }>`
        with recursive above (id, parent_id) as (
          select id, parent_id from entity where id = ${id}
          union
          select e.id, e.parent_id from above join entity e on e.id = above.parent_id
        )
        select id from above where parent_id is null`.execute(db)
      const top = found[0]?.id ?? id
      await sql`select pg_advisory_xact_lock(hashtextextended(${`entities of ${top}`}, 0))`.execute(db)
      const { rows } = await sql<{ count: number }>`
        with recursive below (id) as (
          select id from entity where id = ${top}
          union
          select e.id from below join entity e on e.parent_id = below.id
        )
        select count(*)::int as count from below`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** No one else gives an entity the name until the transaction ends. */
    lockName: async (name: string): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('entity named ' || lower(${name}), 0))`.execute(db)
    },

    /** Whether one of the entities, or one that was added below them since, has the name, whatever its capital letters. */
    hasName: async (name: string, among: readonly EntityId[], except?: EntityId): Promise<boolean> => {
      const { rows } = await sql`
        select from entity where (id = any (${[...among]}) or parent_id = any (${[...among]}))
          and lower(name) = lower(${name}) and id is distinct from ${except ?? null}`.execute(db)
      return rows.length > 0
    },

    countAddedBy: (userId: UserId, since: number): Promise<number> =>
      countRows(db, sql`audit_log where user_id = ${userId} and at > ${new Date(since)} and action = 'create entity'`),

    /** Locks the entity until the transaction ends. */
    lock: async (id: EntityId): Promise<void> => {
      await db.selectFrom('entity').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    },

    update: async (id: EntityId, changes: EntityChanges): Promise<void> => {
      const { name, url, company, status, logo, icon, language } = changes
      const switches = {
        secondFactorRequired: changes.secondFactorRequired,
        viewersMayEdit: changes.viewersMayEdit,
        viewersMayConfigure: changes.viewersMayConfigure,
      }
      const measures = changes.measures && JSON.stringify(changes.measures)
      const given = { name, url, company, status, logo, icon, measures, language, ...switches }
      const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      if (Object.keys(columns).length === 0) return
      await db.updateTable('entity').set(columns).where('id', '=', id).execute()
    },

    /** Whether every one of the entities lets viewers edit; ignores the reach. */
    letViewersEdit: async (ids: readonly EntityId[]): Promise<boolean> => {
      const closed = await db
        .selectFrom('entity')
        .select('id')
        .where('id', 'in', [...ids])
        .where('viewersMayEdit', '=', false)
        .executeTakeFirst()
      return closed === undefined
    },

    /** The preferred units of measure of an entity, null: as sent; and its language, null: none. */
    getPreferences: async (id: EntityId): Promise<Pick<Entity, 'measures' | 'language'>> => {
      const row = await db.selectFrom('entity').select(['measures', 'language']).where('id', '=', id).executeTakeFirst()
      return row ?? { measures: null, language: null }
    },

    /** Names are not unique; leaving out `parent` searches everywhere. */
    listIdsByName: async (name: string, parent?: EntityId): Promise<EntityId[]> => {
      const named = db.selectFrom('entity').select('id').where('name', '=', name)
      const rows = await (parent === undefined ? named : named.where('parentId', '=', parent)).execute()
      return rows.map((row) => row.id)
    },

    /** In the order of their names. */
    listLooks: (ids: readonly EntityId[]): Promise<EntityLook[]> =>
      db
        .selectFrom('entity')
        .select(['id', 'name', 'logo', 'icon', 'status'])
        .where('id', 'in', [...ids])
        .orderBy('name')
        .execute(),
  }
}

function entityOf(row: Selectable<Tables['entity']>): Omit<StoredEntity, 'subEntities' | 'secondFactorRequiredBy'> {
  const { id: entityID, name, logo, icon, url, status, company, measures, language, version } = row
  const { secondFactorRequired } = row
  const { viewersMayEdit, viewersMayConfigure } = row
  return {
    entityID,
    name,
    logo,
    icon,
    url,
    status,
    company,
    secondFactorRequired,
    viewersMayEdit,
    viewersMayConfigure,
    measures,
    language,
    version,
  }
}
