import { RESEND_SECONDS } from '@fieldwatch/contract/people/phone-verification'

/** Where the dialog is. Times are epoch milliseconds. */
export type Verification =
  | { readonly step: 'terms' }
  | {
      readonly step: 'code'
      /** With the dial code. */
      readonly phone: string
      readonly requestId: string
      /** From when on another code can be sent. */
      readonly resendAt: number
    }
  | { readonly step: 'verified'; readonly phone: string }

export type VerificationEvent =
  /** A code is on its way, for the first time or again. */
  | { kind: 'sent'; phone: string; requestId: string; at: number }
  /** The code cannot be tried any more. */
  | { kind: 'over' }
  | { kind: 'verified' }
  /** The user wants another number. */
  | { kind: 'back' }
  /** The dialog opens, for the first time or again. */
  | { kind: 'opened' }

export const START: Verification = { step: 'terms' }

/** Terms, then code entry, then verified (specification, document 2, section 4). */
export function nextVerification(state: Verification, event: VerificationEvent): Verification {
  if (event.kind === 'opened') return START
  if (state.step === 'verified') return state
  if (event.kind === 'sent') {
    const { phone, requestId, at } = event
    return { step: 'code', phone, requestId, resendAt: at + RESEND_SECONDS * 1000 }
  }
  if (state.step === 'terms') return state
  if (event.kind === 'over') return { ...state, resendAt: 0 }
  return event.kind === 'verified' ? { step: 'verified', phone: state.phone } : START
}

/** Whole seconds until another code can be sent; 0: now. */
export function secondsUntil(resendAt: number, now: number): number {
  return Math.min(RESEND_SECONDS, Math.max(0, Math.ceil((resendAt - now) / 1000)))
}
