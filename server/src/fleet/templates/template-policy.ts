import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'entity' | 'reach'>

export interface Owned {
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

/**
 * Whether a change leaves what is shown: one that names none of its parts would remove them all. An empty list removes the widgets of one.
 * @throws DomainError request/invalid
 */
export function requireComplete(before: TemplateDefinition, wanted: TemplateDefinition): void {
  const hasPart = ({ title: _title, ...parts }: TemplateDefinition): boolean =>
    Object.values(parts).some((part) => part !== undefined)
  if (hasPart(wanted) || !hasPart(before)) return
  throw invalidField('template', 'answers.template-incomplete')
}

/**
 * Whether it is one that units share, not a unit's own copy.
 * @throws DomainError template/not-found
 */
export function requireSharedTemplate(template: Owned): void {
  if (template.dataId !== undefined) throw new DomainError('template/not-found')
}

/**
 * Admins delete shared templates of the entities in reach, and choose their codecs.
 * @throws DomainError access/forbidden, template/not-found, template/not-yours
 */
export function requireMayAdministerTemplate(caller: Judged & Pick<Caller, 'role'>, template: Owned): void {
  requireAdmin(caller)
  requireSharedTemplate(template)
  requireMayChangeTemplate(caller, template)
}

/** The entity that the own template of a unit belongs to: the caller's own if the unit is there, or the first in reach. */
export function ownerOfCopy(caller: Judged, unitEntities: readonly EntityId[]): EntityId {
  if (unitEntities.includes(caller.entity)) return caller.entity
  return unitEntities.find((entity) => mayReach(caller, entity)) ?? caller.entity
}
