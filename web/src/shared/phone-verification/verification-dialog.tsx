import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import { CodeStep } from './code-step.tsx'
import { useCancelVerification } from './phone-queries.ts'
import { TermsStep } from './terms-step.tsx'
import { nextVerification, START } from './verification-machine.ts'
import { Group, Paper, Text } from '@mantine/core'
import { IconCircleCheck } from '#ui/icons/icons.ts'
import { libraryFormatter } from '#ui/phone-input/library-formatter.ts'
import { formatPhone } from '#ui/phone-input/phone-text.ts'
import classes from './verified-step.module.css'
import { t } from './texts.ts'

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
    if (state.step === 'code') cancel.mutate({ requestID: state.requestId })
  }

  function close(): void {
    giveUp()
    onClose()
  }

  return (
    <Dialog opened={opened} onClose={close} title={t('phone-verification.title')} centered>
      {state.step === 'terms' ? (
        <TermsStep phone={phone} onSent={(sent) => send({ kind: 'sent', ...sent, at: portalNow() })} />
      ) : undefined}
      {state.step === 'code' ? (
        <CodeStep
          key={state.requestId}
          phone={state.phone}
          requestId={state.requestId}
          resendAt={state.resendAt}
          onSent={(sent) => send({ kind: 'sent', ...sent, at: portalNow() })}
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

interface VerifiedStepProps {
  phone: string
  /** Called after a second. */
  onDone: () => void
}

const SHOWN_MS = 1000

function VerifiedStep({ phone, onDone }: VerifiedStepProps) {
  const written = formatPhone(phone, libraryFormatter)
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => finish(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Paper
      component="output"
      p="md"
      bd="var(--fw-ring) solid var(--fw-status-current)"
      className={classes['verified'] ?? ''}
    >
      <Group wrap="nowrap">
        <IconCircleCheck className={classes['icon'] ?? ''} aria-hidden="true" />
        <Text>{t('phone-verification.verified', { phone: written })}</Text>
      </Group>
    </Paper>
  )
}
