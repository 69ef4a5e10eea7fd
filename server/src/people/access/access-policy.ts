import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { DomainError } from '#platform/errors/domain-error.ts'

interface Permitted {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

interface Reaching {
  readonly reach: readonly EntityId[]
}

export function isAdmin(caller: Pick<Permitted, 'role'>): boolean {
  return caller.role === 'admin'
}

/** @throws DomainError access/forbidden for anyone but an admin */
export function requireAdmin(caller: Pick<Permitted, 'role'>): void {
  if (!isAdmin(caller)) throw new DomainError('access/forbidden')
}

/** Whether an entity is in the caller's reach. What is not answers as missing, not as forbidden. */
export function mayReach(caller: Reaching, entity: EntityId): boolean {
  return caller.reach.includes(entity)
}

/**
 * The entity to which an admin adds something, or about which one asks: the own one by default.
 * @throws DomainError access/forbidden, entity/not-found
 */
export function requireAdminOf(
  caller: Pick<Permitted, 'role'> & Reaching & { readonly entity: EntityId },
  entity: EntityId = caller.entity,
): EntityId {
  requireAdmin(caller)
  if (!mayReach(caller, entity)) throw new DomainError('entity/not-found')
  return entity
}

/** Whether a caller's reach goes beyond the own entity to those below it. */
export function reachesSubEntities(caller: Permitted): boolean {
  return isAdmin(caller) || caller.permissions.includes('viewSubentities')
}

/** The entities that a caller looks at: the chosen ones that are (still) in reach, or all in reach when there are none. */
export function viewingWithin(chosen: readonly EntityId[], reach: readonly EntityId[]): readonly EntityId[] {
  const viewing = chosen.filter((entity) => reach.includes(entity))
  return viewing.length === 0 ? reach : viewing
}
