import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertStatus } from '@fieldwatch/contract/alerts/alerts'

/** The notifications of an alert on a unit. Times are by the clock of the portal, in epoch milliseconds. */
export interface Pace {
  /** The status of the last notification. */
  readonly notified: AlertStatus
  readonly notifiedAt: number | undefined
  /** Since when messages are counted; undefined while it is quiet. */
  readonly windowFrom: number | undefined
  /** Messages since then. */
  readonly sent: number
  /** Changes without a notification. */
  readonly held: number
}

/** The alert as it is now. */
interface AlertSnapshot {
  readonly status: AlertStatus
  readonly changedAt: number
  /** How long it was what it was before. */
  readonly lastedMs: number
  readonly now: number
  /** No notifications until then. */
  readonly quietUntil: number | undefined
  /** Without reminders. */
  readonly acknowledged: boolean
  /** 0: no reminders. */
  readonly intervalMs: number
}

interface Paced {
  readonly pace: Pace
  /** The notification that is sent now. */
  readonly tell: NotificationKind | undefined
  /** When to look again. */
  readonly dueAt: number | undefined
}

export const QUIET: Pace = { notified: 'ok', notifiedAt: undefined, windowFrom: undefined, sent: 0, held: 0 }

/** Within it people get two messages, and what else changes is summed up at its end. */
const WINDOW_MS = 60 * 60_000
/** How long a status has to last before the second message; five times as long for each that follows. */
const SETTLE_MS = 60_000
const SETTLE_GROWTH = 5
/** With this many changes that were not notified it flaps: only the summary is left. */
const FLAPS = 10

/**
 * Decides which notifications are sent: the first change at once; the next ones when they last, so that a value that flaps about its limit costs
 * a message and a summary; and reminders while it is triggered.
 */
export function pace(before: Pace, snapshot: AlertSnapshot): Paced {
  const { now, quietUntil, status } = snapshot
  if (quietUntil !== undefined && now < quietUntil) {
    const isUnnotified = before.notified !== status || before.held > 0 || status === 'high'
    return { pace: before, tell: undefined, dueAt: isUnnotified ? quietUntil : undefined }
  }
  const windowEnd = before.windowFrom === undefined ? undefined : before.windowFrom + WINDOW_MS
  if (windowEnd === undefined || now >= windowEnd) return paceQuiet(before, snapshot)
  return before.notified === status
    ? paceNotified(before, snapshot, windowEnd)
    : paceUnnotified(before, snapshot, windowEnd)
}

/** There was no notification lately. */
function paceQuiet(before: Pace, snapshot: AlertSnapshot): Paced {
  const { status, now } = snapshot
  const flapped = before.held > 1
  if (before.notified === status && !flapped)
    return remind({ ...QUIET, notified: status, notifiedAt: before.notifiedAt }, snapshot)
  const tell = flapped ? 'summary' : status === 'high' ? 'alarm' : 'all-clear'
  return remind({ notified: status, notifiedAt: now, windowFrom: now, sent: 1, held: 0 }, snapshot, tell)
}

/** People know the current status; changes in between are summed up later. */
function paceNotified(before: Pace, snapshot: AlertSnapshot, windowEnd: number): Paced {
  const paced = remind(before, snapshot)
  if (before.held === 0) return paced
  return { ...paced, dueAt: Math.min(paced.dueAt ?? Infinity, windowEnd) }
}

/** The last notification was another one, a while ago. */
function paceUnnotified(before: Pace, snapshot: AlertSnapshot, windowEnd: number): Paced {
  const { status, now, changedAt, lastedMs } = snapshot
  const settleMs = SETTLE_MS * SETTLE_GROWTH ** (before.sent - 1)
  const flaps = before.held >= FLAPS
  const isOver = status === 'ok' && before.held <= 1 && before.sent === 1 && lastedMs >= settleMs
  if (!flaps && (isOver || now - changedAt >= settleMs)) {
    const next: Pace = { ...before, notified: status, notifiedAt: now, sent: before.sent + 1, held: 0 }
    return remind(next, snapshot, status === 'high' ? 'alarm' : 'all-clear')
  }
  return { pace: before, tell: undefined, dueAt: flaps ? windowEnd : Math.min(changedAt + settleMs, windowEnd) }
}

/** A reminder is due when it was triggered for a whole interval without a word. */
function remind(before: Pace, snapshot: AlertSnapshot, tell?: NotificationKind): Paced {
  const { status, now, intervalMs, acknowledged, changedAt } = snapshot
  const windowEnd = before.windowFrom === undefined ? undefined : before.windowFrom + WINDOW_MS
  if (status !== 'high' || before.notified !== 'high' || intervalMs === 0 || acknowledged) {
    return { pace: before, tell, dueAt: before.held > 0 ? windowEnd : undefined }
  }
  const dueAt = Math.max(before.notifiedAt ?? 0, changedAt) + intervalMs
  if (tell === undefined && now >= dueAt)
    return { pace: { ...before, notifiedAt: now }, tell: 'reminder', dueAt: now + intervalMs }
  return { pace: before, tell, dueAt: Math.max(dueAt, now) }
}
