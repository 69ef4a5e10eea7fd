import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import { mayReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'entity' | 'reach'>

interface Owned {
  readonly entityId: EntityId
  /** The unit whose own copy it is. */
  readonly dataId: DataId | undefined
}

/**
 * Whether a person may change a template for every unit that shows it. A unit's own copy was read through that unit, which is
 * all it takes.
 * @throws DomainError template/not-yours
 */
export function requireMayChangeTemplate(person: Person, template: Owned): void {
  if (template.dataId === undefined && !mayReach(person, template.entityId)) throw new DomainError('template/not-yours')
}

/** The entity that the own template of a unit belongs to: the person's own if the unit is there, or the first in reach. */
export function ownerOfCopy(person: Person, unitEntities: readonly EntityId[]): EntityId {
  if (unitEntities.includes(person.entity)) return person.entity
  return unitEntities.find((entity) => mayReach(person, entity)) ?? person.entity
}
