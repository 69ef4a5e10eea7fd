import { say } from '@fieldwatch/messages/server-sentences'
import type { AlertDraft } from '@fieldwatch/contract/alerts/alerts'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin, mayReach } from '#people/access/access-policy.ts'
import type { Bound } from '@fieldwatch/contract/calculations/conditions'
import { placeBound, placeOfField } from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { mayRead, requireMayRead } from '#records/store/source-policy.ts'
import { readsAsNumbers, type ListedTypes } from '#doors/ingest/field-types.ts'

type Person = Pick<Caller, 'userId' | 'role' | 'reach'>

/** An alert as far as it decides who may do what with it. */
export interface JudgedAlert {
  /** All sources that it concerns. */
  readonly sources: readonly string[]
  readonly entity: EntityId
  readonly people: readonly { readonly userId: UserId; readonly owns: boolean }[]
  readonly units: readonly { readonly inReach: boolean }[]
}

/** What the caller is to an alert. */
export function getAlertRole({ userId }: Pick<Person, 'userId'>, { people }: JudgedAlert): 'owner' | 'viewer' | 'none' {
  const person = people.find((one) => one.userId === userId)
  if (person === undefined) return 'none'
  return person.owns ? 'owner' : 'viewer'
}

/**
 * Whether an alert exists for a person: for those who own it or with whom it is shared, as long as something of it is in reach, and for
 * admins who have its entity in reach.
 * @throws DomainError alert/not-found
 */
export function requireMaySee(person: Person, alert: JudgedAlert | undefined): asserts alert is JudgedAlert {
  if (alert === undefined || !mayRead(person, ...alert.sources)) throw new DomainError('alert/not-found')
  const isOfEntity = mayReach(person, alert.entity)
  if (isOfEntity && isAdmin(person)) return
  const isReached = isOfEntity || alert.units.some(({ inReach }) => inReach)
  if (!isReached || getAlertRole(person, alert) === 'none') throw new DomainError('alert/not-found')
}

/**
 * Owners change and remove their alert, and so do admins who have its entity in reach; those with whom it is shared leave it.
 * @throws DomainError alert/not-found, access/forbidden
 */
export function requireMayChange(person: Person, alert: JudgedAlert | undefined): asserts alert is JudgedAlert {
  requireMaySee(person, alert)
  if (getAlertRole(person, alert) === 'owner') return
  if (!isAdmin(person) || !mayReach(person, alert.entity)) throw new DomainError('access/forbidden')
}

/** Whether a person may have a source watched: its values are in the messages. @throws DomainError access/forbidden */
export function requireMayWatch(person: Pick<Person, 'role'>, { source }: Pick<AlertDraft, 'source'>): void {
  if (source !== null) requireMayRead(person, source)
}

/** What is in reach of what an alert names. */
interface Reached {
  readonly people: ReadonlySet<UserId>
  readonly units: ReadonlySet<DataId>
}

/**
 * Whether an alert may name the units and people that it names again.
 * @throws DomainError entity/not-found, unit/not-found, user/not-found
 */
export function requireInReach(
  person: Person,
  { entity, devices, people }: { entity: EntityId; devices: readonly DataId[]; people: readonly UserId[] },
  reached: Reached,
): void {
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
  if (!devices.every((dataId) => reached.units.has(dataId))) throw new DomainError('unit/not-found')
  if (!people.every((userId) => reached.people.has(userId))) throw new DomainError('user/not-found')
}

/**
 * Whether at least one of the units has the event table that is followed.
 * @throws DomainError request/invalid
 */
export function requireKnownTable(tables: readonly { readonly field: string }[]): void {
  if (tables.length === 0) throw invalidField('event', 'answers.none-event')
  // A trip begins in the past: once it is known, nothing happens that someone could be notified of.
  if (tables.some(({ field }) => journeyOfField(field) !== undefined))
    throw invalidField('event', say('answers.trips-event'))
}

/**
 * Whether the tables can be followed at times of the day: they are on places, and for a deadline on being in one.
 * @throws DomainError request/invalid
 */
export function requireScheduled(
  tables: readonly { readonly field: string; readonly bound: Bound }[],
  schedule: AlertDraft['schedule'],
): void {
  if (schedule === null) return
  if (tables.some(({ field }) => placeOfField(field) === undefined))
    throw invalidField('schedule', say('answers.schedule-places'))
  const side = placeBound('in').operator
  if (schedule.kind === 'by' && tables.some(({ bound }) => bound.operator !== side))
    throw invalidField('schedule', say('answers.schedule-by'))
}

/**
 * Whether at least one of the units has the value that is watched; a name that none of them knows is a mistake.
 * @throws DomainError request/invalid
 */
export function requireKnownValue(
  { type, source, condition }: Pick<AlertDraft, 'type' | 'source' | 'condition'>,
  sources: readonly { readonly types: Readonly<Record<string, string>> }[],
): void {
  if (source === null) return
  if (sources.length === 0) throw invalidField('source', 'answers.none-source')
  if (type === 'silence' || condition === null) return
  const types = sources.map((one) => (one.types as ListedTypes)[condition.field])
  if (types.some((fieldType) => readsAsNumbers(fieldType))) return
  throw invalidField('condition', 'answers.none-number')
}
