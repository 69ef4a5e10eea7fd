import type { ErrorCode } from '@fieldwatch/contract/api/errors'
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

/** @throws DomainError entity/not-found for one out of reach */
export function requireReach(caller: Reaching, ...entities: readonly EntityId[]): void {
  if (!entities.every((entity) => mayReach(caller, entity))) throw new DomainError('entity/not-found')
}

/**
 * The entities that are asked for: one in reach, or without it the others.
 * @throws DomainError entity/not-found
 */
export function entitiesAskedFor(
  caller: Reaching,
  entity: EntityId | undefined,
  others: readonly EntityId[] = caller.reach,
): readonly EntityId[] {
  if (entity === undefined) return others
  requireReach(caller, entity)
  return [entity]
}

/**
 * The entity to which an admin adds something, or about which one asks: the own one by default.
 * @throws DomainError access/forbidden, entity/not-found
 */
export function requireAdminOf(
  caller: Reaching & Pick<Permitted, 'role'> & { readonly entity: EntityId },
  entity: EntityId = caller.entity,
): EntityId {
  requireAdmin(caller)
  requireReach(caller, entity)
  return entity
}

/**
 * Admins who have its entity in reach change a thing.
 * @throws DomainError access/forbidden, and `notFound` for one out of reach
 */
export function requireAdministered<Thing extends { readonly entity: EntityId }>(
  caller: Reaching & Pick<Permitted, 'role'>,
  thing: Thing | undefined,
  notFound: ErrorCode,
): asserts thing is Thing {
  requireAdmin(caller)
  if (thing === undefined || !mayReach(caller, thing.entity)) throw new DomainError(notFound)
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
