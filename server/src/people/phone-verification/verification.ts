import { CODE_TRIES } from '@fieldwatch/contract/people/phone-verification'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the proof of a phone number is. Only a pending one can still change. */
export type VerificationState =
  | { kind: 'pending'; tries: number }
  | { kind: 'verified' }
  /** Tried too often, or too late. */
  | { kind: 'spent' }
  | { kind: 'cancelled' }

export type VerificationEvent =
  /** Someone entered a code. `right`: it is the one that was sent, for the number that it was sent to. */
  | { kind: 'try'; right: boolean; late: boolean }
  /** Someone gave up, or asked for another code. */
  | { kind: 'cancel' }

/** What becomes of a verification; an ended one stays as it is. */
export function nextVerification(state: VerificationState, event: VerificationEvent): VerificationState {
  if (state.kind !== 'pending') return state
  if (event.kind === 'cancel') return { kind: 'cancelled' }
  if (event.late) return { kind: 'spent' }
  if (event.right) return { kind: 'verified' }
  const tries = state.tries + 1
  return tries >= CODE_TRIES ? { kind: 'spent' } : { kind: 'pending', tries }
}

/**
 * The stored hash of a code. Four digits alone could be found by trying all; the hash is keyed with the id of the request, of
 * which only a hash is kept.
 */
export function hashCode(requestId: string, code: string): Buffer {
  return createHmac('sha256', requestId).update(code).digest()
}

/** Compares in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
