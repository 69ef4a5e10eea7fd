import type { EntityId } from '@fieldwatch/contract/ids'
import { type RawBuilder, sql } from 'kysely'

/**
 * The name of a creator in a query: of a user, or of the token of an entity. Null for a creator out of reach or deleted, and for the
 * portal itself.
 */
export function creatorName(creator: RawBuilder<unknown>, reach: readonly EntityId[]): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email) from app_user person
    where person.id = ${creator} and person.entity_id = any (${[...reach]})
    union all
    select token.name from program_token token
    where token.id = ${creator} and token.entity_id = any (${[...reach]})
  )`
}
