import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { isAdmin, requireAdmin } from '#people/access/access-policy.ts'
import type { Caller } from '#platform/http/caller.ts'

/** Sources that only admins read: they hold the history of requests. */
export const SOURCES_OF_ADMINS: readonly string[] = [ACTION_REQUEST, ACTION_RESULT]

/** Whether only admins read the records of a source: those that hold the history of requests. */
export function isOfAdmins(source: string): boolean {
  return SOURCES_OF_ADMINS.includes(source)
}

/** Whether a person reads the records of sources, once the unit is in reach. */
export function mayRead(person: Pick<Caller, 'role'>, ...sources: readonly string[]): boolean {
  return !sources.some(isOfAdmins) || isAdmin(person)
}

/**
 * Whatever names sources asks this: a query, a chart, an alert and its rehearsal, a calculated source, an event table, a report.
 * @throws DomainError access/forbidden
 */
export function requireMayRead(person: Pick<Caller, 'role'>, ...sources: readonly string[]): void {
  if (sources.some(isOfAdmins)) requireAdmin(person)
}
