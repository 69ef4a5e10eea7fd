import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Webhook } from '@fieldwatch/contract/delivery/webhooks'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'role' | 'entity' | 'reach'>

/** The entity whose webhooks are asked for: the own one by default. @throws DomainError entity/not-found */
export function askedEntity(person: Person, entity: EntityId = person.entity): EntityId {
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
  return entity
}

/** Admins who have its entity in reach manage a webhook. @throws DomainError webhook/not-found, access/forbidden */
export function requireMayLookAfter(person: Person, webhook: Webhook | undefined): asserts webhook is Webhook {
  requireAdmin(person)
  if (webhook === undefined || !mayReach(person, webhook.entity)) throw new DomainError('webhook/not-found')
}
