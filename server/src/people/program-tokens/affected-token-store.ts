import { sql } from 'kysely'
import { finderOf, isOfEntityOrBelow, isOneOf, type KindWithUsers } from '#delivery/consequences/affected-store.ts'

/** Nothing follows for tokens that have expired. */
const tokens = finderOf({ table: 'program_token', where: (now) => sql`expires_at > ${new Date(now)}` })

export const tokensOfPeople = tokens<KindWithUsers>(({ userIDs }) => isOneOf('user_id', userIDs))

/** The tokens of an entity that is deleted and of those below it, and those of their people. */
export const tokensOfEntity = tokens<'entity-deleted'>(
  ({ entityID }) => sql`${isOfEntityOrBelow(sql`program_token.entity_id`, entityID)} or user_id in (
    select person.id from app_user person where ${isOfEntityOrBelow(sql`person.entity_id`, entityID)}
  )`,
)
