import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import { mayReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'entity' | 'reach'>

interface Owned {
  readonly entityId: EntityId
  /** The unit whose own copy it is. */
  readonly dataId: DataId | undefined
}

/**
 * Whether a caller may change a template for every unit that shows it. A unit's own copy is found by that unit, so its reach was
 * checked.
 * @throws DomainError template/not-yours
 */
export function requireMayChangeTemplate(caller: Judged, template: Owned): void {
  if (template.dataId === undefined && !mayReach(caller, template.entityId)) throw new DomainError('template/not-yours')
}

/** The entity that the own template of a unit belongs to: the caller's own if the unit is there, or the first in reach. */
export function ownerOfCopy(caller: Judged, unitEntities: readonly EntityId[]): EntityId {
  if (unitEntities.includes(caller.entity)) return caller.entity
  return unitEntities.find((entity) => mayReach(caller, entity)) ?? caller.entity
}
