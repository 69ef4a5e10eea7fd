import type { EntityId, TemplateId } from '@fieldwatch/contract/ids'
import { type Template, TemplateDefinition } from '@fieldwatch/contract/templates'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'

export interface NewTemplate {
  readonly id: TemplateId
  readonly entityId: EntityId
  readonly definition: z.input<typeof TemplateDefinition>
}

export type TemplateStore = ReturnType<typeof createTemplateStore>

/** What the dashboards of units show. */
export function createTemplateStore(db: Db) {
  return {
    /**
     * A template of an entity in reach, or one that a unit in reach shows.
     * @throws DomainError template/not-found
     */
    getTemplate: async (id: TemplateId, reach: readonly EntityId[]): Promise<Template> => {
      const entities = [...reach]
      const found = await sql<{ definition: TemplateDefinition }>`
        select definition from template
        where id = ${id} and (entity_id = any(${entities}) or exists (
          select from unit join unit_entity using (data_id)
          where (unit.default_template = template.id or unit.custom_template = template.id)
            and unit_entity.entity_id = any(${entities})
        ))
      `.execute(db)
      const [row] = found.rows
      if (row === undefined) throw new DomainError('template/not-found')
      return { id, ...row.definition }
    },

    /** @throws ZodError for a definition that the contract does not know */
    create: async ({ id, entityId, definition }: NewTemplate): Promise<void> => {
      await db
        .insertInto('template')
        .values({ id, entity_id: entityId, definition: JSON.stringify(TemplateDefinition.parse(definition)) })
        .execute()
    },
  }
}
