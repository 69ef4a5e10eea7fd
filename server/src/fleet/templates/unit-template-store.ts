import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

interface UnitTemplates {
  /** The unit's entities in reach. */
  readonly entities: readonly EntityId[]
  readonly defaultTemplate: TemplateId | undefined
  readonly customTemplate: TemplateId | undefined
}

/** Which templates units show. */
export function createUnitTemplateStore(db: Db) {
  return {
    /**
     * Which templates a unit has, and keeps others from choosing until the transaction ends.
     * @throws DomainError unit/not-found, for a unit of another entity too
     */
    lock: async (dataId: DataId, reach: readonly EntityId[]): Promise<UnitTemplates> => {
      const found = await sql<{ defaultTemplate: TemplateId | null; customTemplate: TemplateId | null }>`
        select default_template, custom_template from unit where data_id = ${dataId} for no key update
      `.execute(db)
      const [row] = found.rows
      const owners = await db.selectFrom('unitEntity').select('entityId').where('dataId', '=', dataId).execute()
      const entities = owners.map(({ entityId: entity }) => entity).filter((entity) => reach.includes(entity))
      if (row === undefined || entities.length === 0) throw new DomainError('unit/not-found')
      return {
        entities,
        defaultTemplate: row.defaultTemplate ?? undefined,
        customTemplate: row.customTemplate ?? undefined,
      }
    },

    /** One of the units that show a template. */
    findUnit: async (id: TemplateId): Promise<DataId | undefined> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select data_id from unit where coalesce(custom_template, default_template) = ${id} limit 1`.execute(db)
      return rows[0]?.dataId
    },

    /** What units show that have no template of their own. */
    listShown: async (
      dataIds: readonly DataId[],
    ): Promise<{ readonly definition: TemplateDefinition; readonly dataIds: readonly DataId[] }[]> => {
      const { rows } = await sql<{ definition: TemplateDefinition; dataIds: DataId[] }>`
        select definition, units."dataIds" from template join (
          select default_template, array_agg(data_id) as "dataIds" from unit
          where data_id = any (${[...dataIds]}) and custom_template is null group by default_template
        ) units on template.id = default_template`.execute(db)
      return rows
    },

    findDefinition: async (id: TemplateId): Promise<TemplateDefinition | undefined> => {
      const row = await db.selectFrom('template').select('definition').where('id', '=', id).executeTakeFirst()
      return row?.definition
    },

    setCustomTemplate: async (dataId: DataId, id: TemplateId | null): Promise<void> => {
      await db
        .updateTable('unit')
        .set({ customTemplate: id, eventTablesDue: true })
        .where('dataId', '=', dataId)
        .execute()
    },
  }
}
