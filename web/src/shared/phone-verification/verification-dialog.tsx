import { useReducer, useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { CodeStep } from './code-step.tsx'
import { useCancelVerification } from './phone-queries.ts'
import { TermsStep } from './terms-step.tsx'
import { nextVerification, START } from './verification-machine.ts'
import { VerifiedStep } from './verified-step.tsx'

export interface VerificationDialogProps {
  opened: boolean
  /** The number to begin with, with its dial code, or empty. */
  phone: string
  /** Called when the user gives up, and a second after `onVerified`. */
  onClose: () => void
  /** The number is the user's phone now. */
  onVerified: (phone: string) => void
}

/** Terms, then code entry, then verified. */
export function VerificationDialog({ opened, phone, onClose, onVerified }: VerificationDialogProps) {
  const cancel = useCancelVerification()
  const [state, send] = useReducer(nextVerification, START)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) send({ kind: 'opened' })
  }

  function giveUp(): void {
    if (state.step === 'code') cancel.mutate(state.requestId)
  }

  function close(): void {
    giveUp()
    onClose()
  }

  return (
    <Dialog opened={opened} onClose={close} title="Verify Phone Number" centered>
      {state.step === 'terms' ? (
        <TermsStep phone={phone} onSent={(sent) => send({ kind: 'sent', ...sent, at: Date.now() })} />
      ) : undefined}
      {state.step === 'code' ? (
        <CodeStep
          key={state.requestId}
          phone={state.phone}
          requestId={state.requestId}
          resendAt={state.resendAt}
          onSent={(sent) => send({ kind: 'sent', ...sent, at: Date.now() })}
          onOver={() => send({ kind: 'over' })}
          onBack={() => {
            giveUp()
            send({ kind: 'back' })
          }}
          onVerified={(verified) => {
            send({ kind: 'verified' })
            onVerified(verified)
          }}
        />
      ) : undefined}
      {state.step === 'verified' ? <VerifiedStep phone={state.phone} onDone={close} /> : undefined}
    </Dialog>
  )
}
