import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'

/** What people may do after a change that is not made yet. What is left out stays. */
export interface RightsAfter {
  readonly people: readonly UserId[]
  readonly role?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly entity?: EntityId | undefined
  readonly isActive?: boolean
  /** Their entity is enabled. */
  readonly isEntityActive?: boolean
}

/**
 * Of people whose ids a query selects, those who are active with their entity, as `reach (user_id, entity_id)`: one row for each entity in
 * their reach. Part of a `with recursive`.
 */
export function activeWithReach(ids: RawBuilder<unknown>, after?: RightsAfter): RawBuilder<unknown> {
  const isEntityActive =
    after?.isEntityActive === true
      ? sql`(entity.status = 'active' or person.id = any (${[...after.people]}))`
      : sql`entity.status = 'active'`
  return sql`active_person as (
    select person.id, entity_id, role, role = 'admin' or 'viewSubentities' = any (permissions) as goes_below
    from (${personsAfter(after)}) person join entity on entity.id = entity_id
    where person.id in (${ids}) and person.status = 'active' and ${isEntityActive}
  ), reach (user_id, entity_id) as (
    select id, entity_id from active_person
    union
    select reach.user_id, below.id from reach join active_person on active_person.id = reach.user_id
    join entity below on below.parent_id = reach.entity_id
    where goes_below
  )`
}

function personsAfter(after: RightsAfter | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`select id, entity_id, role, permissions, status from app_user`
  const { people, role, permissions, entity, isActive } = after
  const isChanged = sql`id = any (${[...people]})`
  const changed = (column: string, value: unknown) =>
    value === undefined
      ? sql.ref(column)
      : sql`case when ${isChanged} then ${value} else ${sql.ref(column)} end as ${sql.ref(column)}`
  const status = isActive === undefined ? undefined : isActive ? 'active' : 'disabled'
  return sql`select id, ${changed('entity_id', entity)}, ${changed('role', role)},
    ${changed('permissions', permissions && [...permissions])}, ${changed('status', status)} from app_user`
}
