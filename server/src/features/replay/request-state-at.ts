import type { ActionState } from '@fieldwatch/contract/actions/actions'
import type { RequestTimes } from './state-request-store.ts'

/** The state that a request had at a moment. One that was cancelled or expired is answered from its answer on. */
export function requestStateAt(times: RequestTimes, at: number): { state: ActionState; since: number | undefined } {
  const { answeredAt, cancelledAt, expiredAt, notSentAt, handedOverAt } = times
  const all: readonly (readonly [ActionState, number | null])[] = [
    ['answered', answeredAt],
    ['cancelled', cancelledAt],
    ['expired', expiredAt],
    ['not-sent', notSentAt],
    ['handed-over', handedOverAt],
  ]
  for (const [state, since] of all) if (since !== null && since <= at) return { state, since }
  return { state: 'waiting', since: undefined }
}
