import type { ConfiguredClass } from '@fieldwatch/contract/actions/action-options'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import type { ConfigurationObject } from './configuration.ts'
import type { NamedRequest } from './request-list-store.ts'

export interface StoredVersion {
  readonly version: number
  readonly dataId: DataId
  readonly action: string
  readonly at: number
  /** Null for someone out of reach. */
  readonly by: string | null
}

export interface StoredConfiguration extends StoredVersion {
  readonly configuration: ConfigurationObject
}

interface Which {
  readonly dataId: DataId
  readonly actionClass: ConfiguredClass
}

/** A change that someone asked for, or that a unit reported by itself. */
export interface LaterChange {
  readonly at: number
  readonly userId: string | null
  readonly by: string | null
}

/** The configurations that units reported. */
export function createConfigurationStore(db: Db) {
  const find = async (
    which: RawBuilder<unknown>,
    reach: readonly EntityId[],
  ): Promise<StoredConfiguration | undefined> => {
    const { rows } = await sql<StoredConfiguration>`
      select ${columns(reach)}, configuration::json as configuration
      from unit_configuration c join action_request request on id = version
      where ${which} order by c.at desc, version desc limit 1`.execute(db)
    return rows[0]
  }

  return {
    add: async (
      { dataId, actionClass }: Which,
      { version, at, configuration }: { version: number; at: number; configuration: ConfigurationObject },
    ): Promise<void> => {
      await db
        .insertInto('unitConfiguration')
        .values({
          version,
          dataId,
          actionClass,
          at,
          configuration: JSON.stringify(configuration),
        })
        .execute()
    },

    findLast: ({ dataId, actionClass }: Which, reach: readonly EntityId[]) =>
      find(sql`c.data_id = ${dataId} and c.action_class = ${actionClass}`, reach),

    find: (version: number, reach: readonly EntityId[]) => find(sql`version = ${version}`, reach),

    /** Newest first, with how many there are. */
    list: async (
      { dataId, actionClass }: Which,
      { offset, limit }: { offset: number; limit: number },
      reach: readonly EntityId[],
    ): Promise<{ total: number; versions: StoredVersion[] }> => {
      const where = sql`c.data_id = ${dataId} and c.action_class = ${actionClass}`
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) as count from unit_configuration c where ${where}`.execute(db)
      const { rows } = await sql<StoredVersion>`
        select ${columns(reach)} from unit_configuration c join action_request request on id = version
        where ${where} order by c.at desc, version desc limit ${limit} offset ${offset}`.execute(db)
      return { total: counted[0]?.count ?? 0, versions: rows }
    },

    /** The last Update that was asked for and not taken back. */
    findWanted: async (
      { dataId, actionClass }: Which,
      reach: readonly EntityId[],
    ): Promise<NamedRequest | undefined> => {
      const { rows } = await sql<NamedRequest>`
        select request.*, '' as friendly_name, ${creatorName(sql.ref('request.created_by'), reach)} as creator,
          null as canceller
        from action_request request
        where data_id = ${dataId} and action_class = ${actionClass} and action = 'Update'
          and (state <> 'cancelled' or answered_at is not null)
        order by id desc limit 1`.execute(db)
      return rows[0]
    },

    /**
     * The last change since the result of a request: an Update that is under way or was done, or a configuration that the unit reported and
     * that is another one. Undefined as long as there is none.
     */
    findLaterChange: async (
      { dataId, actionClass }: Which,
      version: number,
      reach: readonly EntityId[],
    ): Promise<LaterChange | undefined> => {
      const { rows } = await sql<LaterChange>`
        with seen as (
          select id, answered_at from action_request where id = ${version} and data_id = ${dataId}
        ), later as (
          select created_at as at, created_by as "userId", ${creatorName(sql.ref('request.created_by'), reach)} as by
          from action_request request
          where data_id = ${dataId} and action_class = ${actionClass} and action = 'Update' and id <> ${version}
            and (state in ('waiting', 'handed-over') or (state = 'answered' and status = 'OK'))
            and (id > ${version} or answered_at > (select answered_at from seen))
          union all
          select c.at, null, null from unit_configuration c join action_request request on id = c.version
          where c.data_id = ${dataId} and c.action_class = ${actionClass} and action <> 'Update' and c.version <> ${version}
            and c.at > (select answered_at from seen)
        ) select * from later order by at desc limit 1`.execute(db)
      return rows[0]
    },
  }
}

function columns(reach: readonly EntityId[]) {
  return sql`version, c.data_id as "dataId", request.action, c.at, ${creatorName(sql.ref('request.created_by'), reach)} as by`
}
