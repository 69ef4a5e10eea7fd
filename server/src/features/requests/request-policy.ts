import { say } from '@fieldwatch/messages/server-sentences'
import { MOST_WAITING_A_UNIT } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type AskedOfUnit, isOfSensorScreens } from './configuration.ts'

/** The most requests that one person sends in a minute; those of batches do not count. */
const MOST_A_MINUTE = 1_000

/**
 * Whether a person may send any request to a unit, and read what was sent to it.
 * @throws DomainError access/forbidden, unit/shared
 */
export function requireMayAsk(person: Pick<Caller, 'role'>, unit: Pick<DataDocument, 'sharedWith'>): void {
  requireMayDecide(person, unit)
}

/**
 * Whether a role may send a request at all: viewers send those of the sensor screens.
 * @throws DomainError access/forbidden
 */
export function requireMaySend(person: Pick<Caller, 'role'>, asked: AskedOfUnit): void {
  if (!isOfSensorScreens(asked)) requireAdmin(person)
}

/**
 * Whether a person may send a request to a unit in reach, follow it and take it back. Those of the sensor screens are for everyone who has
 * the unit, also where entities out of reach have it, unless one of them leaves that to admins.
 * @throws DomainError access/forbidden, unit/shared
 */
export function requireMaySendTo(
  person: Pick<Caller, 'role'>,
  unit: Pick<DataDocument, 'sharedWith' | 'onlyAdminsConfigure'>,
  asked: AskedOfUnit,
): void {
  if (!isOfSensorScreens(asked)) requireMayAsk(person, unit)
  else if (unit.onlyAdminsConfigure === true) requireAdmin(person)
}

/**
 * Whether units can get requests at all.
 * @throws DomainError unit/deactivated with the names of those that cannot
 */
export function requireActive(units: readonly Pick<DataDocument, 'friendlyName' | 'active'>[]): void {
  const names = units.filter(({ active }) => !active).map(({ friendlyName }) => friendlyName)
  if (names.length > 0) throw new DomainError('unit/deactivated', { message: deactivatedText(names) })
}

/** The most names in one message. */
const MOST_NAMES = 5

function deactivatedText(names: readonly string[]): string {
  const [name = '', ...others] = names
  if (others.length === 0) return say('answers.request.deactivated', { name })
  const more = names.length > MOST_NAMES ? [say('answers.more', { count: names.length - MOST_NAMES })] : []
  return say('answers.request.deactivated-several', { names: { and: names.slice(0, MOST_NAMES), rest: more } })
}

/** @throws DomainError action/too-many, request/rate-limited */
export function requireRoom(counts: { readonly open: number; readonly ofPerson: number }): void {
  if (counts.open >= MOST_WAITING_A_UNIT) throw new DomainError('action/too-many')
  if (counts.ofPerson < MOST_A_MINUTE) return
  const message = say('answers.requests-most', { count: MOST_A_MINUTE })
  throw new DomainError('request/rate-limited', { message })
}
