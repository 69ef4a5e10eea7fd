import { describe, expect, it } from 'vitest'
import {
  nextVerification,
  secondsUntil,
  START,
  type Verification,
  type VerificationEvent,
} from './verification-machine.ts'

const AT = 1_000_000
const sent: VerificationEvent = { kind: 'sent', phone: '+14155550123', requestId: 'first', at: AT }
const code: Verification = { step: 'code', phone: '+14155550123', requestId: 'first', resendAt: AT + 30_000 }
const verified: Verification = { step: 'verified', phone: '+14155550123' }

describe('the steps of the verification', () => {
  // spec 2-2-85, 2-4-14
  it.each<[string, Verification, VerificationEvent, Verification]>([
    ['from terms to code entry when a code was sent', START, sent, code],
    [
      'to the new request when a code was sent again',
      code,
      { ...sent, requestId: 'second', at: AT + 40_000 },
      { ...code, requestId: 'second', resendAt: AT + 70_000 },
    ],
    ['to another code at once when this one is over', code, { kind: 'over' }, { ...code, resendAt: 0 }],
    ['from code entry to verified', code, { kind: 'verified' }, verified],
    ['back to terms for another number', code, { kind: 'back' }, START],
    ['not from terms to verified', START, { kind: 'verified' }, START],
    ['not away from verified', verified, { kind: 'back' }, verified],
    ['not to code entry by an answer that came late', verified, sent, verified],
    ['to the beginning when the dialog opens again', verified, { kind: 'opened' }, START],
  ])('lead %s', (_, state, event, next) => {
    expect(nextVerification(state, event)).toEqual(next)
  })
})

describe('the countdown', () => {
  // spec 2-9-03
  it.each([
    [AT, 30],
    [AT + 1, 30],
    [AT + 1000, 29],
    [AT + 29_001, 1],
    [AT + 30_000, 0],
    [AT + 90_000, 0],
    [AT - 5_000, 30],
  ])('at %s says %s s', (now, seconds) => {
    expect(secondsUntil(AT + 30_000, now)).toBe(seconds)
  })
})
