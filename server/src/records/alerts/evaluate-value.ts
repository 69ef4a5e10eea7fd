import type { AlertStatus } from '@fieldwatch/contract/alerts'
import { type Bound, satisfies } from '@fieldwatch/contract/conditions'

/** When an alert on a value is triggered, and when it is OK again. */
export interface ValueRule {
  readonly bound: Bound
  /** While it is triggered: it is OK again once this does not hold. */
  readonly clearBound: Bound
  /** So long the condition has to hold before it is triggered. */
  readonly forMs: number
}

/** How an alert stands with a unit. Times are those of records, in epoch milliseconds. */
export interface Evaluation {
  readonly status: AlertStatus
  /** The condition holds, and not yet for long enough. */
  readonly pending: Pending | undefined
}

/** A value that satisfies, with the first record from which on all did. */
export interface Pending {
  readonly at: number
  /** When that record arrived: from then on the time runs where no other record comes. */
  readonly receivedAt: number
  /** The latest value. */
  readonly value: number
}

export interface StatusChange {
  readonly to: AlertStatus
  readonly at: number
  readonly value: number
}

export interface Reading {
  readonly at: number
  readonly receivedAt: number
  readonly value: number
}

export const UNTRIGGERED: Evaluation = { status: 'ok', pending: undefined }

/**
 * Takes the next record in the order of time. A value counts until the next one, so that a condition may have held for long enough
 * before a record that ends it.
 */
export function evaluate(
  rule: ValueRule,
  before: Evaluation,
  reading: Reading,
): { readonly after: Evaluation; readonly changes: readonly StatusChange[] } {
  const elapsed = elapse(rule, before, reading.at)
  const changes = elapsed.change === undefined ? [] : [elapsed.change]
  const { at, receivedAt, value } = reading
  const { status, pending } = elapsed.after
  if (status === 'high') {
    if (satisfies(rule.clearBound, value)) return { after: elapsed.after, changes }
    return { after: UNTRIGGERED, changes: [...changes, { to: 'ok', at, value }] }
  }
  if (!satisfies(rule.bound, value)) return { after: UNTRIGGERED, changes }
  const since: Pending = pending === undefined ? { at, receivedAt, value } : { ...pending, value }
  const { after, change } = elapse(rule, { status, pending: since }, at)
  return { after, changes: change === undefined ? changes : [...changes, change] }
}

/** Lets the time pass up to a moment, at which the condition may have held for long enough. */
export function elapse(
  { forMs }: ValueRule,
  before: Evaluation,
  until: number,
): { readonly after: Evaluation; readonly change: StatusChange | undefined } {
  const { pending } = before
  if (pending === undefined || pending.at + forMs > until) return { after: before, change: undefined }
  const change: StatusChange = { to: 'high', at: pending.at + forMs, value: pending.value }
  return { after: { status: 'high', pending: undefined }, change }
}

/** When the condition will have held for long enough, by the clock of the portal, if no other record comes. */
export function dueOf({ forMs }: ValueRule, { pending }: Evaluation): number | undefined {
  return pending === undefined ? undefined : pending.receivedAt + forMs
}
