import { Suspense } from 'react'
import type { VerificationDialogProps } from './verification-dialog.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

/**
 * Proves by a code in an SMS that a phone number is the signed-in user's. It loads when it is opened for the first time, and
 * when it is done the session user has the phone.
 */
export function VerifyPhoneDialog(props: VerificationDialogProps) {
  return (
    <Suspense>
      <VerificationDialog {...props} />
    </Suspense>
  )
}

const VerificationDialog = lazyPart(
  'phone-verification',
  async () => (await import('./verification-dialog.tsx')).VerificationDialog,
)
