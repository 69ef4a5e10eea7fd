import { MOST_WAITING_A_UNIT } from '@fieldwatch/contract/actions'
import type { DataDocument } from '@fieldwatch/contract/units'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

/** The most requests that one person sends in a minute; those of batches do not count. */
export const MOST_A_MINUTE = 1_000

/**
 * Whether a person may send requests to a unit.
 * @throws DomainError access/forbidden, unit/shared
 */
export function requireMayAsk(person: Pick<Caller, 'role'>, unit: Pick<DataDocument, 'sharedWith' | 'active'>): void {
  requireMayDecide(person, unit)
}

/** @throws DomainError action/too-many, request/rate-limited */
export function requireRoom(counts: { readonly open: number; readonly ofPerson: number }): void {
  if (counts.open >= MOST_WAITING_A_UNIT) throw new DomainError('action/too-many')
  if (counts.ofPerson < MOST_A_MINUTE) return
  const message = `One person sends at most ${MOST_A_MINUTE.toLocaleString('en')} requests a minute.`
  throw new DomainError('request/rate-limited', { message })
}
