import { type BySchedule, createDeadlines } from '@fieldwatch/contract/alerts/alert-schedule'
import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import { type Condition, type ConditionState, isSilence, judge, OFF } from '#records/conditions/judge-reading.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'
import type { PastEvent } from './count-messages.ts'
import { GRACE_MS } from './judge-arrivals.ts'

/** By when units are to be in a place. */
export interface Awaited {
  readonly schedule: BySchedule
  readonly timeZone: string
}

interface AskedArrivals extends Awaited {
  readonly rule: Condition
  /** Deadlines between these are looked at. */
  readonly from: number
  readonly now: number
}

/** The deadlines by which a unit had not arrived, each until it came. Readings are in the order of time, from before the first deadline on. */
export async function findMissedArrivals(
  { rule, schedule, timeZone, from, now }: AskedArrivals,
  blocks: AsyncIterable<NumberBlock>,
): Promise<PastEvent[]> {
  const deadlines = createDeadlines(schedule, timeZone)
  const events: PastEvent[] = []
  let presence: ConditionState = OFF
  let heldAt = -Infinity
  let missed: number | undefined
  let next = deadlines.after(from)
  const end = (at: number): void => {
    if (missed !== undefined) events.push({ startAt: missed, endAt: at, value: undefined })
    missed = undefined
  }
  const passUntil = (at: number): void => {
    for (; next + GRACE_MS <= at; next = deadlines.after(next)) {
      const isThere = presence.status === 'on' && !isSilence(rule.gapMs, presence.lastAt, next)
      const isInTime = isThere || heldAt >= deadlines.dayOf(next)
      if (isInTime) end(heldAt)
      else missed ??= next
    }
  }
  for await (const { at: times, columns } of blocks) {
    for (const [index, at] of times.entries()) {
      const value = columns[0]?.[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      passUntil(at)
      presence = judge(rule, presence, { at, receivedAt: at, value }, [])
      if (presence.status === 'on') heldAt = at
      if (missed !== undefined && satisfies(rule.bound, value)) end(at)
    }
  }
  passUntil(now)
  return missed === undefined ? events : [...events, { startAt: missed, endAt: undefined, value: undefined }]
}
