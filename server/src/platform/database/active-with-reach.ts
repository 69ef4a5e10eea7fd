import { type RawBuilder, sql } from 'kysely'

/**
 * Of people whose ids a query selects, those who are active with their entity, as `reach (user_id, entity_id)`: one row for each entity in
 * their reach. Part of a `with recursive`.
 */
export function activeWithReach(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`active_person as (
    select app_user.id, entity_id, role = 'admin' or 'viewSubentities' = any (permissions) as goes_below
    from app_user join entity on entity.id = entity_id
    where app_user.id in (${ids}) and app_user.status = 'active' and entity.status = 'active'
  ), reach (user_id, entity_id) as (
    select id, entity_id from active_person
    union
    select reach.user_id, below.id from reach join active_person on active_person.id = reach.user_id
    join entity below on below.parent_id = reach.entity_id
    where goes_below
  )`
}
