import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { NetworkServer } from '@fieldwatch/contract/lorawan/network-servers'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'entity' | 'reach'>

/**
 * The entity whose network servers are asked for: the own one by default.
 * @throws DomainError access/forbidden, entity/not-found
 */
export function requireMayConnect(person: Person, entity: EntityId = person.entity): EntityId {
  requireAdmin(person)
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
  return entity
}

/** @throws DomainError access/forbidden, network-server/not-found */
export function requireMayLookAfter(
  person: Person,
  server: NetworkServer | undefined,
): asserts server is NetworkServer {
  requireAdmin(person)
  if (server === undefined || !mayReach(person, server.entity)) throw new DomainError('network-server/not-found')
}
