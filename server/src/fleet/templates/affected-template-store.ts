import { sql } from 'kysely'
import { finderOf, isOfEntityOrBelow } from '#delivery/consequences/affected-store.ts'

export const templatesOfEntity = finderOf({ table: 'template', name: 'title' })<'entity-deleted'>(
  ({ entityID }) => sql`${isOfEntityOrBelow(sql.ref('entity_id'), entityID)} and data_id is null`,
)
