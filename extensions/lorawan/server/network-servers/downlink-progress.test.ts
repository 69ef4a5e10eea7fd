import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DownlinkState } from '@fieldwatch/contract/actions/actions'
import fc from 'fast-check'
import { consequenceOf, stateAfter, type StoredState } from './downlink-progress.ts'

const REPORTS = ['queued', 'sent', 'acknowledged'] as const

describe('the state of a downlink', () => {
  it('never leaves a final state, and never goes back to an earlier one', () => {
    const order: readonly StoredState[] = ['pending', 'queued', 'sent']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DownlinkState.options)), (steps) => {
        let state: StoredState = 'pending'
        for (const step of steps) {
          const next = stateAfter(state, step)
          if (state === 'acknowledged' || state === 'failed') assert.equal(next, state)
          if (order.includes(next)) assert.ok(order.indexOf(next) >= order.indexOf(state))
          state = next
        }
      }),
    )
  })

  it('is the same in whatever order the reports of a delivered downlink come', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...REPORTS], { minLength: 3 }), (steps) => {
        assert.equal(
          steps.reduce<StoredState>((state, step) => stateAfter(state, step), 'pending'),
          'acknowledged',
        )
      }),
    )
  })

  it('may be acknowledged after it was not, as The Things Stack tries again', () => {
    assert.equal(stateAfter(stateAfter('not-acknowledged', 'sent'), 'acknowledged'), 'acknowledged')
  })
})

describe('what a report means for the request', () => {
  const rows = [
    ['queued', true, 'things-stack', 'nothing'],
    ['sent', true, 'things-stack', 'nothing'],
    ['sent', false, 'things-stack', 'handed-over'],
    ['not-acknowledged', true, 'things-stack', 'nothing'],
    ['not-acknowledged', true, 'chirpstack', 'not-acknowledged'],
    ['acknowledged', true, 'chirpstack', 'acknowledged'],
    ['failed', false, 'chirpstack', 'failed'],
  ] as const
  for (const [step, confirmed, kind, expected] of rows)
    it(`${step} from ${kind}, ${confirmed ? 'confirmed' : 'unconfirmed'}: ${expected}`, () =>
      assert.equal(consequenceOf(step, { confirmed, kind }), expected))
})
