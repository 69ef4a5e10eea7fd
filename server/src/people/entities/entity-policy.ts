import type { EntityStatus } from '@fieldwatch/contract/entities'
import type { EntityId } from '@fieldwatch/contract/ids'
import { mayReach, reachesSubEntities, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'permissions' | 'entity' | 'reach'>

/**
 * Whether a person may add a sub-entity below an entity.
 * @throws DomainError access/forbidden; entity/not-found for a parent out of reach
 */
export function requireMayAddEntity(person: Person, parent: EntityId): void {
  if (!reachesSubEntities(person)) throw new DomainError('access/forbidden')
  if (!mayReach(person, parent)) throw new DomainError('entity/not-found')
}

/**
 * Whether a person may change an entity: admins may, but not switch off their own.
 * @throws DomainError access/forbidden, entity/not-found, entity/own-status
 */
export function requireMayChangeEntity(person: Person, entity: EntityId, status: EntityStatus | undefined): void {
  requireAdmin(person)
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
  if (status === 'disabled' && entity === person.entity) throw new DomainError('entity/own-status')
}
