import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CODE_TRIES } from '@fieldwatch/contract/people/phone-verification'
import fc from 'fast-check'
import { nextVerification, type VerificationEvent, type VerificationState } from './verification.ts'

const pending = (tries: number): VerificationState => ({ kind: 'pending', tries })
const attempt = (right: boolean, late = false): VerificationEvent => ({ kind: 'try', right, late })

describe('a verification', () => {
  const table: { title: string; state: VerificationState; event: VerificationEvent; next: VerificationState }[] = [
    { title: 'ends well with the right code', state: pending(0), event: attempt(true), next: { kind: 'verified' } },
    { title: 'counts a wrong code', state: pending(0), event: attempt(false), next: pending(1) },
    {
      title: 'takes the right code at the fifth try',
      state: pending(4),
      event: attempt(true),
      next: { kind: 'verified' },
    },
    { title: 'is spent after the fifth wrong code', state: pending(4), event: attempt(false), next: { kind: 'spent' } },
    {
      title: 'does not take a code that has expired',
      state: pending(0),
      event: attempt(true, true),
      next: { kind: 'spent' },
    },
    { title: 'can be cancelled', state: pending(3), event: { kind: 'cancel' }, next: { kind: 'cancelled' } },
  ]
  for (const { title, state, event, next } of table) {
    it(title, () => assert.deepEqual(nextVerification(state, event), next))
  }

  const anyEvent = fc.oneof(
    fc.record({ kind: fc.constant('try' as const), right: fc.boolean(), late: fc.boolean() }),
    fc.constant({ kind: 'cancel' as const }),
  )

  it('never leaves an end', () => {
    fc.assert(
      fc.property(fc.constantFrom('verified', 'spent', 'cancelled'), anyEvent, (kind, event) => {
        assert.deepEqual(nextVerification({ kind }, event), { kind })
      }),
    )
  })

  it('is verified only by a right code in time, after fewer wrong ones than it has tries', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const end = events.reduce(nextVerification, pending(0))

        const right = events.findIndex((event) => event.kind === 'try' && event.right && !event.late)
        const before = events.slice(0, Math.max(right, 0))
        const onlyWrong = before.every((event) => event.kind === 'try' && !event.late)
        assert.equal(end.kind === 'verified', right >= 0 && onlyWrong && before.length < CODE_TRIES)
      }),
    )
  })
})
