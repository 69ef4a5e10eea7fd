import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestStateAt } from './read-things.ts'
import type { RequestTimes } from './state-request-store.ts'

const none: RequestTimes = {
  handedOverAt: null,
  answeredAt: null,
  cancelledAt: null,
  expiredAt: null,
  notSentAt: null,
}

describe('the state of a request at a moment', () => {
  for (const [times, at, state] of [
    [{}, 5, 'waiting'],
    [{ handedOverAt: 4 }, 3, 'waiting'],
    [{ handedOverAt: 4 }, 4, 'handed-over'],
    [{ handedOverAt: 4, answeredAt: 6 }, 5, 'handed-over'],
    [{ handedOverAt: 4, answeredAt: 6 }, 6, 'answered'],
    [{ handedOverAt: 4, expiredAt: 6, answeredAt: 8 }, 7, 'expired'],
    [{ handedOverAt: 4, expiredAt: 6, answeredAt: 8 }, 8, 'answered'],
    [{ cancelledAt: 6 }, 6, 'cancelled'],
    [{ notSentAt: 6 }, 7, 'not-sent'],
  ] as const) {
    it(`is ${state} at ${at} of ${JSON.stringify(times)}`, () => {
      assert.equal(requestStateAt({ ...none, ...times }, at).state, state)
    })
  }
})
