import { sql } from 'kysely'
import { findWhere, isOfEntityOrBelow, isOneOf, type KindWithUsers } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

/** The tokens of people; nothing follows for those that have expired. */
export const tokensOfPeople: Find<KindWithUsers> = findWhere(({ userIDs }, _reach, { now }) => ({
  table: 'program_token',
  where: sql`${isOneOf('user_id', userIDs)} and expires_at > ${new Date(now)}`,
}))

/** The tokens of an entity that is deleted and of those below it, and those of their people. */
export const tokensOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }, _reach, { now }) => ({
  table: 'program_token',
  where: sql`expires_at > ${new Date(now)} and (${isOfEntityOrBelow(sql`program_token.entity_id`, entityID)} or user_id in (
    select person.id from app_user person where ${isOfEntityOrBelow(sql`person.entity_id`, entityID)}
  ))`,
}))
