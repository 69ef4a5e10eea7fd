import type { AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import { type Pace, pace, QUIET } from './unit-state.ts'

/** When an alert would have been triggered. Times are epoch milliseconds. */
export interface PastEvent {
  readonly startAt: number
  /** Undefined: it lasts until now. */
  readonly endAt: number | undefined
  /** The value with which it began; undefined for a silence and for a deadline. */
  readonly value: number | undefined
}

/** How many messages a person would have got by now, had every value arrived at its time. */
export function countMessages(events: readonly PastEvent[], intervalMs: number, now: number): number {
  const times = events.flatMap(({ startAt, endAt }) => (endAt === undefined ? [startAt] : [startAt, endAt]))
  let state: Pace = QUIET
  let [status, changedAt]: [AlertStatus, number] = ['ok', -Infinity]
  let dueAt: number | undefined
  let count = 0
  let next = 0
  for (;;) {
    const change = times[next] ?? Infinity
    const at = Math.min(change, dueAt ?? Infinity)
    if (at > now) return count
    let lastedMs = 0
    if (at === change) {
      next += 1
      lastedMs = at - changedAt
      status = status === 'ok' ? 'high' : 'ok'
      changedAt = at
      state = { ...state, held: state.held + 1 }
    }
    const snapshot = { status, changedAt, lastedMs, now: at, quietUntil: undefined, acknowledged: false, intervalMs }
    const paced = pace(state, snapshot)
    if (paced.tell !== undefined) count += 1
    ;({ pace: state, dueAt } = paced)
  }
}
