import type { EntityId } from '@fieldwatch/contract/ids'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'reach'>

/**
 * Whether a person may write the list of SIM cards of an entity.
 * @throws DomainError access/forbidden; entity/not-found for an entity out of reach
 */
export function requireMayKeepSims(person: Person, entity: EntityId): void {
  requireAdmin(person)
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
}

/**
 * The entities whose cards a person asks for: those looked at, unless one is named.
 * @throws DomainError entity/not-found for an entity out of reach
 */
export function askedEntities(
  { reach, viewing }: Pick<Caller, 'reach' | 'viewing'>,
  entity: EntityId | undefined,
): readonly EntityId[] {
  if (entity === undefined) return viewing
  if (!reach.includes(entity)) throw new DomainError('entity/not-found')
  return [entity]
}
