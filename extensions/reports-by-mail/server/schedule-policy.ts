import { notSent } from '@fieldwatch/messages/server-sentences'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin, mayReach } from '@fieldwatch/server/people/access/access-policy'
import { type Addressee, nameOf } from '@fieldwatch/server/people/access/addressee'
import { DomainError, invalidField } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { mayRead } from '@fieldwatch/server/records/store/source-policy'
import { say } from './say.ts'

type Person = Pick<Caller, 'userId' | 'role' | 'reach'>

/** A scheduled report as far as it decides who may do what with it. */
export interface JudgedSchedule {
  readonly entity: EntityId
  /** Undefined: that person is gone. */
  readonly madeBy: UserId | undefined
  readonly recipients: readonly UserId[]
  /** The entities of its unit. */
  readonly unitEntities: readonly EntityId[]
}

/**
 * What a person is to a scheduled report. Admins who have its entity in reach manage it, and so does anyone who made one for themselves alone;
 * others who made it or get it see it. When its unit leaves their reach, those who manage it can only delete it, and for others it does not
 * exist.
 */
export function standingOf(person: Person, schedule: JudgedSchedule): 'keeper' | 'reader' | 'remover' | 'none' {
  const { entity, madeBy, recipients, unitEntities } = schedule
  const { userId } = person
  const isOwn = madeBy === userId && recipients.every((id) => id === userId)
  const isKeeper = isOwn || (isAdmin(person) && mayReach(person, entity))
  if (!unitEntities.some((one) => mayReach(person, one))) return isKeeper ? 'remover' : 'none'
  if (isKeeper) return 'keeper'
  return madeBy === userId || recipients.includes(userId) ? 'reader' : 'none'
}

/** @throws DomainError schedule/not-found */
export function requireMaySee<S extends JudgedSchedule>(person: Person, schedule: S | undefined): S {
  if (schedule === undefined || standingOf(person, schedule) === 'none') throw new DomainError('schedule/not-found')
  return schedule
}

/** @throws DomainError schedule/not-found, access/forbidden */
export function requireMayChange<S extends JudgedSchedule>(person: Person, schedule: S | undefined): S {
  const seen = requireMaySee(person, schedule)
  if (standingOf(person, seen) !== 'keeper') throw new DomainError('access/forbidden')
  return seen
}

/** @throws DomainError schedule/not-found, access/forbidden */
export function requireMayRemove<S extends JudgedSchedule>(person: Person, schedule: S | undefined): S {
  const seen = requireMaySee(person, schedule)
  if (standingOf(person, seen) === 'reader') throw new DomainError('access/forbidden')
  return seen
}

/** Who can be sent the records of a unit. */
export interface Asked {
  readonly people: readonly Addressee[]
  /** All that were named, also those who are not there. */
  readonly named: readonly UserId[]
  readonly unitEntities: readonly EntityId[]
}

/**
 * Whether a person may have a report sent to others: admins to active users in reach who see its unit.
 * @throws DomainError access/forbidden, user/not-found, request/invalid
 */
export function requireMaySendTo(person: Person, { people, named, unitEntities }: Asked): void {
  const others = named.filter((id) => id !== person.userId)
  if (others.length > 0 && !isAdmin(person))
    throw new DomainError('access/forbidden', { message: say('answers.report-admins') })
  const inReach = people.filter(({ entity }) => mayReach(person, entity))
  if (others.some((id) => inReach.every(({ userId }) => userId !== id))) throw new DomainError('user/not-found')
  for (const one of inReach) {
    const problem = refusalOf(one, { unitEntities, sources: [] })
    if (problem === undefined) continue
    throw invalidField('recipients', say('not-sent.recipient', { name: nameOf(one), reason: problem }))
  }
}

/** What a report holds, as far as it decides who may get it. */
export interface Held {
  readonly unitEntities: readonly EntityId[]
  /** The sources of a chart or an event table. */
  readonly sources: readonly string[]
}

/** Why someone does not get a report now; undefined: they do. */
export function refusalOf(
  { active, reach, role }: Pick<Addressee, 'active' | 'reach' | 'role'>,
  { unitEntities, sources }: Held,
): string | undefined {
  if (!active) return notSent('not-sent.user-disabled')
  if (!unitEntities.some((entity) => reach.includes(entity))) return say('not-sent.unit-out-of-reach')
  const isReadable = mayRead({ role }, ...sources)
  return isReadable ? undefined : say('not-sent.sources-of-admins')
}
