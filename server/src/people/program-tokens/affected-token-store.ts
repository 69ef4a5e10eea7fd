import { sql } from 'kysely'
import { findWhere, isOfEntityOrBelow } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

/** The tokens of an entity that is deleted and of those below it, and those of their people. */
export const tokensOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }) => ({
  table: 'program_token',
  where: sql`${isOfEntityOrBelow(sql`program_token.entity_id`, entityID)} or user_id in (
    select person.id from app_user person where ${isOfEntityOrBelow(sql`person.entity_id`, entityID)}
  )`,
}))
