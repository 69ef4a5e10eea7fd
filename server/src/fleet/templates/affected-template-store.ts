import { sql } from 'kysely'
import { findWhere, isOfEntityOrBelow } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

export const templatesOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }) => ({
  table: 'template',
  where: sql`${isOfEntityOrBelow(sql.ref('entity_id'), entityID)} and data_id is null`,
  name: sql.ref('title'),
}))
