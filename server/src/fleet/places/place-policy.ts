import type { EntityId } from '@fieldwatch/contract/api/ids'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'entity' | 'reach'>

/** Admins who have its entity in reach change a place. @throws DomainError access/forbidden, place/not-found */
export function requireMayChangePlace<Kept extends { readonly entity: EntityId }>(
  person: Person,
  place: Kept | undefined,
): asserts place is Kept {
  requireAdmin(person)
  if (place === undefined || !mayReach(person, place.entity)) throw new DomainError('place/not-found')
}

/**
 * Everyone who has an entity in reach sees its places; without one those of the viewing entities are meant.
 * @throws DomainError entity/not-found
 */
export function placesAskedFor(
  { reach, viewing }: Pick<Caller, 'reach' | 'viewing'>,
  entity: EntityId | undefined,
): readonly EntityId[] {
  if (entity === undefined) return viewing
  if (!mayReach({ reach }, entity)) throw new DomainError('entity/not-found')
  return [entity]
}
