import type { DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { Retention, RetentionSettings } from '@fieldwatch/contract/units/retention'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

type OfEntity = RetentionSettings['entities'][number]
type OfSource = RetentionSettings['sources'][number]

/** The retention that users chose for entities and sources. */
export function createRetentionSettingsStore(db: Db) {
  return {
    /** By name of the entity. */
    listOfEntities: async (entities: readonly EntityId[]): Promise<OfEntity[]> => {
      const rows = await db
        .selectFrom('entity')
        .select(['id as entityID', 'rawDays', 'summaryDays', 'version'])
        .where('id', 'in', [...entities])
        .orderBy('name')
        .execute()
      return rows
    },

    /** By name of the source, with the retention that applies. */
    listOfSources: async (dataId: DataId, portal: Retention): Promise<OfSource[]> => {
      const { rows } = await sql<SourceRow>`
        select source.name, source.raw_days, source.summary_days, source.version,
          coalesce(source.raw_days, owners.raw_days, ${portal.rawDays}::int) as effective_raw_days,
          coalesce(source.summary_days, owners.summary_days, ${portal.summaryDays}::int) as effective_summary_days
        from source left join lateral (
          select case when bool_and(entity.raw_days is not null) then max(entity.raw_days) end as raw_days,
            case when bool_and(entity.summary_days is not null) then max(entity.summary_days) end as summary_days
          from unit_entity join entity on entity.id = unit_entity.entity_id
          where unit_entity.data_id = source.data_id
        ) owners on true
        where source.data_id = ${dataId}
        order by source.name`.execute(db)
      return rows.map((row) => ({
        source: row.name,
        version: row.version,
        rawDays: row.rawDays,
        summaryDays: row.summaryDays,
        effective: { rawDays: row.effectiveRawDays, summaryDays: row.effectiveSummaryDays },
      }))
    },

    /** Locks the retention of an entity until the transaction ends. @throws DomainError entity/not-found */
    lockOfEntity: async (id: EntityId): Promise<Retention> => {
      const found = await db
        .selectFrom('entity')
        .select(['rawDays', 'summaryDays'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (found === undefined) throw new DomainError('entity/not-found')
      return found
    },

    /**
     * Locks the retention of a source until the transaction ends; returns it with the key of the source.
     * @throws DomainError data/not-found
     */
    lockOfSource: async (dataId: DataId, name: SourceName): Promise<Retention & { key: number }> => {
      const found = await db
        .selectFrom('source')
        .select(['sourceKey as key', 'rawDays', 'summaryDays'])
        .where('dataId', '=', dataId)
        .where('name', '=', name)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (found === undefined) throw new DomainError('data/not-found')
      return found
    },

    /**
     * Sets the retention of all sources of units, and counts the change of each. Returns those that had another one before, with it, and
     * how many sources each unit has.
     */
    setOfUnits: async (
      dataIds: readonly DataId[],
      { rawDays, summaryDays }: Retention,
      { by, now }: { by: UserId; now: number },
    ): Promise<(Retention & { dataId: DataId; source: SourceName; isChanged: boolean })[]> => {
      const { rows } = await sql<Retention & { dataId: DataId; source: SourceName; isChanged: boolean }>`
        with held as (
          select source_key, data_id, name, raw_days, summary_days,
            (raw_days, summary_days) is distinct from (${rawDays}::int, ${summaryDays}::int) as other
          from source where data_id = any (${[...dataIds]}) order by source_key for no key update
        ), changed as (
          update source set raw_days = ${rawDays}, summary_days = ${summaryDays}, version = version + 1,
            changed_at = ${new Date(now)}, changed_by = ${by}
          from held where source.source_key = held.source_key and held.other
        )
        select data_id as "dataId", name as source, raw_days as "rawDays", summary_days as "summaryDays", other as "isChanged"
        from held`.execute(db)
      return rows
    },

    /** What sources of a unit are created with. */
    getOfNewSources: async (dataId: DataId): Promise<Retention> =>
      db.selectFrom('unit').select(['rawDays', 'summaryDays']).where('dataId', '=', dataId).executeTakeFirstOrThrow(),

    /** Sets what sources of units are created with. Returns the units that had other numbers, with these. */
    setOfNewSources: async (
      dataIds: readonly DataId[],
      { rawDays, summaryDays }: Retention,
    ): Promise<(Retention & { dataId: DataId })[]> => {
      const { rows } = await sql<Retention & { dataId: DataId }>`
        with held as (
          select data_id, raw_days, summary_days from unit where data_id = any (${[...dataIds]})
            and (raw_days, summary_days) is distinct from (${rawDays}::int, ${summaryDays}::int)
          order by data_id for no key update
        )
        update unit set raw_days = ${rawDays}, summary_days = ${summaryDays} from held where unit.data_id = held.data_id
        returning held.data_id as "dataId", held.raw_days as "rawDays", held.summary_days as "summaryDays"`.execute(db)
      return rows
    },

    setOfEntity: async (id: EntityId, { rawDays, summaryDays }: Retention): Promise<void> => {
      await db.updateTable('entity').set({ rawDays, summaryDays }).where('id', '=', id).execute()
    },

    setOfSource: async (key: number, { rawDays, summaryDays }: Retention): Promise<void> => {
      await db.updateTable('source').set({ rawDays, summaryDays }).where('sourceKey', '=', key).execute()
    },
  }
}

interface SourceRow {
  name: SourceName
  version: number
  rawDays: number | null
  summaryDays: number | null
  effectiveRawDays: number | null
  effectiveSummaryDays: number | null
}
