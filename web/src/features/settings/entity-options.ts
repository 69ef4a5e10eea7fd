import type { SessionUser } from '@fieldwatch/contract/users'
import { mayAddUser } from './people-policy.ts'
import type { EntityId } from '@fieldwatch/contract/ids'

type Person = Pick<SessionUser, 'role' | 'permissions' | 'entity' | 'entityData'>

export interface EntityOption {
  value: EntityId
  label: string
}

/** The sub-entities of a person: everything in reach except the own entity, by name. */
export function subEntitiesOf({ entity, entityData }: Pick<Person, 'entity' | 'entityData'>): EntityOption[] {
  return Object.entries(entityData)
    .filter(([id]) => id !== entity)
    .map(([id, { name }]) => ({ value: id as EntityId, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The entities that a person may put a user into: the own one first, for who may. */
export function entityOptions(me: Person): EntityOption[] {
  const own = { value: me.entity, label: me.entityData[me.entity]?.name ?? '' }
  return mayAddUser(me, me.entity) ? [own, ...subEntitiesOf(me)] : subEntitiesOf(me)
}
