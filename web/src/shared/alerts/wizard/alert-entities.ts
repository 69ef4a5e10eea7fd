import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'

type Me = Pick<SessionUser, 'role' | 'permissions' | 'entity' | 'entityData' | 'entityViewing'>

/** Whether a person chooses the entity of an alert (specification, document 2, section 6). */
export function choosesEntity({ role, permissions }: Pick<Me, 'role' | 'permissions'>): boolean {
  return role === 'admin' || permissions.includes('viewSubentities')
}

/** The entities that an alert can be of: the own one first, then by name. */
export function alertEntities({ entity, entityData }: Me): { value: EntityId; label: string }[] {
  const options = Object.entries(entityData).map(([id, { name }]) => ({ value: id as EntityId, label: name }))
  const own = options.filter(({ value }) => value === entity)
  const others = options.filter(({ value }) => value !== entity)
  return [...own, ...others.toSorted((one, other) => compareNaturally(one.label, other.label))]
}

/** The entity that a new alert begins with: of the units that it is about, or what the person looks at. */
export function firstEntity(me: Me, unitEntities: readonly EntityId[] | undefined): EntityId {
  const inReach = (unitEntities ?? me.entityViewing).filter((id) => Object.hasOwn(me.entityData, id))
  return inReach.includes(me.entity) ? me.entity : (inReach[0] ?? me.entity)
}
