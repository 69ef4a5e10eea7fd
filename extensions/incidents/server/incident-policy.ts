import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin, mayReach } from '@fieldwatch/server/people/access/access-policy'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'

type Person = Pick<Caller, 'role' | 'userId'>

interface Saved {
  readonly author: UserId
  readonly takenBy: UserId
}

/** Who saved an incident changes it, and admins who have its entity in reach. */
export function mayChangeIncident(person: Person, { author }: Pick<Saved, 'author'>): boolean {
  return author === person.userId || isAdmin(person)
}

/** A viewer sees less than an admin, and must not replace by that what an admin stored. */
export function mayTakeAgain(person: Person, incident: Saved): boolean {
  return isAdmin(person) || (incident.author === person.userId && incident.takenBy === person.userId)
}

/**
 * People who have its entity in reach read an incident. `incident` is undefined for one out of reach.
 * @throws DomainError incident/not-found
 */
export function requireMayRead<Incident>(incident: Incident | undefined): asserts incident is Incident {
  if (incident === undefined) throw new DomainError('incident/not-found')
}

/** @throws DomainError incident/not-found, access/forbidden */
export function requireMayChangeIncident<Incident extends Saved>(
  person: Person,
  incident: Incident | undefined,
): asserts incident is Incident {
  requireMayRead(incident)
  if (!mayChangeIncident(person, incident)) throw new DomainError('access/forbidden')
}

/** @throws DomainError incident/not-found, access/forbidden */
export function requireMayTakeAgain<Incident extends Saved>(
  person: Person,
  incident: Incident | undefined,
): asserts incident is Incident {
  requireMayChangeIncident(person, incident)
  if (!mayTakeAgain(person, incident)) throw new DomainError('access/forbidden')
}

/**
 * The entities of a list: the viewing ones, or one in reach.
 * @throws DomainError entity/not-found
 */
export function entitiesAskedFor(
  { reach, viewing }: Pick<Caller, 'reach' | 'viewing'>,
  entity: EntityId | undefined,
): readonly EntityId[] {
  if (entity === undefined) return viewing
  if (!mayReach({ reach }, entity)) throw new DomainError('entity/not-found')
  return [entity]
}
