import type { Tables } from '#platform/database/tables.ts'
import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { DataId, EntityId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { type Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createTemplateTrialStore } from './template-trial-store.ts'

interface NewTemplate {
  readonly id: TemplateId
  readonly entityId: EntityId
  readonly definition: z.input<typeof TemplateDefinition>
  /** The unit whose own copy it is; left out, units share it. */
  readonly dataId?: DataId
  readonly createdBy?: UserId
  /** Epoch milliseconds; now by default. */
  readonly createdAt?: number
}

export interface StoredTemplate {
  readonly id: TemplateId
  readonly entityId: EntityId
  /** The unit whose own copy it is. */
  readonly dataId: DataId | undefined
  readonly version: number
  readonly definition: TemplateDefinition
}

/** Who reads a template; without a role it is read for all who reach the entities. */
export type TemplateReader = Pick<Caller, 'reach'> & Partial<Pick<Caller, 'role'>>

export type TemplateStore = ReturnType<typeof createTemplateStore>

/** What the dashboards of units show. */
export function createTemplateStore(db: Db) {
  /**
   * Units in order, so that two who mark the same ones wait for each other. Units that are due already are marked too: the worker may just
   * have read the template as it was.
   */
  const markUnits = async (id: TemplateId, condition: RawBuilder<unknown>): Promise<void> => {
    await sql`
      update unit set event_tables_due = true where data_id in (
        select data_id from unit
        where (custom_template = ${id} or (custom_template is null and default_template = ${id}))
          and ${condition}
        order by data_id for no key update
      )`.execute(db)
  }

  return {
    /**
     * A template of an entity in reach, or one that a unit in reach shows.
     * @throws DomainError template/not-found
     */
    getTemplate: async (id: TemplateId, { role, reach }: TemplateReader): Promise<Template> => {
      const found = await sql<TemplateRow & { units: number; viewersMayEdit: boolean }>`
        select ${sql.raw(COLUMNS)}, (
          select count(*)::integer from unit
          where coalesce(unit.custom_template, unit.default_template) = template.id
            and ${isUnitOf(reach)}
        ) as units, ${VIEWERS_MAY_EDIT} as viewers_may_edit
        from template where id = ${id} and ${isReadable(reach)}
      `.execute(db)
      const [row] = found.rows
      if (row === undefined) throw new DomainError('template/not-found')
      const { definition, version, dataId, entityId } = templateOf(row)
      const mayEdit = role === 'admin' || row.viewersMayEdit
      const editable = mayEdit && (dataId !== undefined || reach.includes(entityId))
      const trial = dataId === undefined ? undefined : await createTemplateTrialStore(db).find(id, reach)
      const template = { ...definition, id, dataID: dataId ?? null, version, editable, units: row.units }
      return trial === undefined ? template : { ...template, trial }
    },

    /** The shared ones of the entities, without units' own copies, by title. */
    listShared: async (entities: readonly EntityId[]): Promise<{ id: TemplateId; title: string }[]> => {
      const found = await sql<{ id: TemplateId; title: string }>`
        select id, coalesce(definition ->> 'title', '') as title from template
        where data_id is null and entity_id = any (${[...entities]})
        order by title, id
      `.execute(db)
      return found.rows
    },

    /**
     * The entity of a template that can be read, and the unit whose own copy it is.
     * @throws DomainError template/not-found
     */
    getOwner: async (
      id: TemplateId,
      reach: readonly EntityId[],
    ): Promise<Pick<StoredTemplate, 'entityId' | 'dataId'>> => {
      const found = await sql<Pick<TemplateRow, 'entityId' | 'dataId'>>`
        select entity_id, data_id from template where id = ${id} and ${isReadable(reach)}
      `.execute(db)
      const [row] = found.rows
      if (row === undefined) throw new DomainError('template/not-found')
      return { entityId: row.entityId, dataId: row.dataId ?? undefined }
    },

    /** Whose it is; ignores the reach. */
    findEntity: async (id: TemplateId): Promise<EntityId | undefined> => {
      const row = await db.selectFrom('template').select('entityId').where('id', '=', id).executeTakeFirst()
      return row?.entityId
    },

    /**
     * As `getTemplate`, and keeps others from changing it until the transaction ends; for its removal from choosing it too.
     * @throws DomainError template/not-found
     */
    lock: async (
      id: TemplateId,
      reach: readonly EntityId[],
      purpose: { readonly for: 'change' | 'removal' } = { for: 'change' },
    ): Promise<StoredTemplate> => {
      const strength = sql.raw(purpose.for === 'removal' ? 'update' : 'no key update')
      const found = await sql<TemplateRow>`
        select ${sql.raw(COLUMNS)} from template where id = ${id} and ${isReadable(reach)} for ${strength}
      `.execute(db)
      const [row] = found.rows
      if (row === undefined) throw new DomainError('template/not-found')
      return templateOf(row)
    },

    /** Which of the units show the template. */
    listUnitsShowing: async (id: TemplateId, dataIds: readonly DataId[]): Promise<DataId[]> => {
      const found = await sql<{ dataId: DataId }>`
        select data_id from unit
        where data_id = any(${[...dataIds]}) and coalesce(custom_template, default_template) = ${id}
      `.execute(db)
      return found.rows.map(({ dataId }) => dataId)
    },

    /** The templates that units show, with their versions. */
    listShown: async (
      dataIds: readonly DataId[],
    ): Promise<{ dataId: DataId; templateID: TemplateId; version: number }[]> => {
      const found = await sql<{ dataId: DataId; templateID: TemplateId; version: number }>`
        select unit.data_id as "dataId", template.id as "templateID", template.version from unit
        join template on template.id = coalesce(unit.custom_template, unit.default_template)
        where unit.data_id = any(${[...dataIds]})
      `.execute(db)
      return found.rows
    },

    setDefinition: async (id: TemplateId, definition: TemplateDefinition): Promise<void> => {
      const listed = sql`(select definition -> 'events' from template where id = ${id})`
      await markUnits(id, sql`${listed} is distinct from ${JSON.stringify(definition.events ?? null)}::jsonb`)
      await db
        .updateTable('template')
        .set({ definition: JSON.stringify(definition) })
        .where('id', '=', id)
        .execute()
    },

    /** Has the units that show a template get the event tables that they lack. */
    setEventTablesDue: (id: TemplateId): Promise<void> => markUnits(id, sql`true`),

    /** Only what no unit shows any more. */
    remove: async (id: TemplateId): Promise<void> => {
      await db.deleteFrom('template').where('id', '=', id).execute()
    },

    /** @throws ZodError for a definition that the contract does not know */
    create: async ({ id, entityId, definition, dataId, createdBy, createdAt }: NewTemplate): Promise<void> => {
      await db
        .insertInto('template')
        .values({
          id,
          entityId,
          definition: JSON.stringify(TemplateDefinition.parse(definition)),
          dataId: dataId ?? null,
          changedBy: createdBy ?? null,
          ...(createdAt === undefined ? {} : { changedAt: new Date(createdAt) }),
        })
        .execute()
    },
  }
}

type TemplateRow = Pick<Selectable<Tables['template']>, 'id' | 'entityId' | 'dataId' | 'version' | 'definition'>

const COLUMNS = 'id, entity_id, data_id, version, definition'

/** Whether the entity of a shared template, or those of the unit of an own copy, let viewers edit. */
export const VIEWERS_MAY_EDIT = sql<boolean>`not exists (
  select from entity where not viewers_may_edit and case
    when template.data_id is null then entity.id = template.entity_id
    else entity.id in (select entity_id from unit_entity where unit_entity.data_id = template.data_id)
  end
)`

/** A copy belongs to its unit; a shared template to its entity, and to anyone who has a unit that shows it. */
function isReadable(reach: readonly EntityId[]) {
  return sql`((data_id is null and entity_id = any(${[...reach]})) or exists (
    select from unit
    where (unit.default_template = template.id or unit.custom_template = template.id) and ${isUnitOf(reach)}
  ))`
}

function templateOf(row: TemplateRow): StoredTemplate {
  return {
    id: row.id,
    entityId: row.entityId,
    dataId: row.dataId ?? undefined,
    version: row.version,
    definition: row.definition,
  }
}
