import type { EntityId } from '@fieldwatch/contract/api/ids'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'role' | 'reach'>

/**
 * Whether a caller may write the list of SIM cards of an entity.
 * @throws DomainError access/forbidden; entity/not-found for an entity out of reach
 */
export function requireMayKeepSims(caller: Judged, entity: EntityId): void {
  requireAdmin(caller)
  if (!mayReach(caller, entity)) throw new DomainError('entity/not-found')
}

/**
 * The entities whose cards a caller asks for: those looked at, unless one is named.
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
