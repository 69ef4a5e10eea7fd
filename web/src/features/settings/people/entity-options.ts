import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { mayAddUser } from './user-policy.ts'
import type { EntityId } from '@fieldwatch/contract/api/ids'

type Me = Pick<SessionUser, 'role' | 'permissions' | 'entity' | 'entityData'>

export interface EntityOption {
  value: EntityId
  label: string
}

/** The sub-entities of a user: everything in reach except the own entity, by name. */
export function subEntitiesOf({ entity, entityData }: Pick<Me, 'entity' | 'entityData'>): EntityOption[] {
  return Object.entries(entityData)
    .filter(([id]) => id !== entity)
    .map(([id, { name }]) => ({ value: id as EntityId, label: name }))
    .toSorted((a, b) => compareNaturally(a.label, b.label))
}

/** The entities that the signed-in user may put users into; the own one first. */
export function entityOptions(me: Me): EntityOption[] {
  const own = { value: me.entity, label: me.entityData[me.entity]?.name ?? '' }
  return mayAddUser(me, me.entity) ? [own, ...subEntitiesOf(me)] : subEntitiesOf(me)
}
