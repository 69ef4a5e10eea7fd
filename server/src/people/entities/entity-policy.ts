import type { EntityStatus } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { requireAdminOf, reachesSubEntities, requireReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'role' | 'permissions' | 'entity' | 'reach'>

/**
 * Whether a caller may add a sub-entity below an entity.
 * @throws DomainError access/forbidden; entity/not-found for a parent out of reach
 */
export function requireMayAddEntity(caller: Judged, parent: EntityId): void {
  if (!reachesSubEntities(caller)) throw new DomainError('access/forbidden')
  requireReach(caller, parent)
}

/**
 * Whether a caller may change an entity: admins may, but no one disables their own.
 * @throws DomainError access/forbidden, entity/not-found, entity/own-status
 */
export function requireMayChangeEntity(caller: Judged, entity: EntityId, status: EntityStatus | undefined): void {
  requireAdminOf(caller, entity)
  if (status === 'disabled' && entity === caller.entity) throw new DomainError('entity/own-status')
}
