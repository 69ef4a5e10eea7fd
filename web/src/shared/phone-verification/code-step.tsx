import { CODE_LENGTH } from '@fieldwatch/contract/people/phone-verification'
import { Button, PinInput, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useId, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { useNow } from '#ui/components/use-now.ts'
import { libraryFormatter } from '#ui/phone-input/library-formatter.ts'
import { formatPhone } from '#ui/phone-input/phone-text.ts'
import { useRequestVerification, useVerifyCode } from './phone-queries.ts'
import { secondsUntil } from './verification-machine.ts'
import { codeFailure, sendFailure } from './verification-text.ts'
import { t } from './texts.ts'

interface CodeStepProps {
  phone: string
  requestId: string
  /** From when on another code can be sent, in epoch milliseconds. */
  resendAt: number
  onSent: (sent: { phone: string; requestId: string }) => void
  /** Called when the code cannot be tried any more. */
  onOver: () => void
  /** Called to enter another number. */
  onBack: () => void
  onVerified: (phone: string) => void
}

/** Takes the code. A wrong one is cleared, so that the next can be typed at once. */
export function CodeStep({ phone, requestId, resendAt, onSent, onOver, onBack, onVerified }: CodeStepProps) {
  // Keeps the number on one line, so that it is easy to check.
  const written = formatPhone(phone, libraryFormatter).replaceAll(' ', '\u00a0')
  const [code, setCode] = useState('')
  const [round, setRound] = useState(0)
  const verify = useVerifyCode()
  // Closing the dialog makes the sent code useless, so it asks first.
  useUnsaved(true)

  function enter(digits: string): void {
    if (verify.isPending || digits.length < CODE_LENGTH) return
    verify.mutate(
      { phoneNumber: phone, requestID: requestId, code: digits },
      {
        onSuccess: onVerified,
        onError: (error) => {
          if (hasCode(error, 'phone/verification-not-found')) onOver()
          if (!hasCode(error, 'phone/code-invalid')) return
          setCode('')
          setRound((before) => before + 1)
        },
      },
    )
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    enter(code)
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <CodeBoxes
          key={round}
          label={t('phone-verification.code', { digits: CODE_LENGTH, phone: written })}
          code={code}
          wrong={verify.isError}
          onChange={setCode}
          onComplete={enter}
        />
        {verify.isError ? <FormFailure text={codeFailure(verify.error)} /> : undefined}
        <Resend phone={phone} resendAt={resendAt} onSent={onSent} />
        <SubmitButton busy={verify.isPending} busyText={t('phone-verification.verify.busy')}>
          {t('phone-verification.verify')}
        </SubmitButton>
        <Button variant="subtle" fullWidth onClick={onBack}>
          {t('phone-verification.other-number')}
        </Button>
      </Stack>
    </form>
  )
}

interface CodeBoxesProps {
  label: string
  code: string
  wrong: boolean
  onChange: (code: string) => void
  onComplete: (code: string) => void
}

function CodeBoxes({ label, code, wrong, onChange, onComplete }: CodeBoxesProps) {
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const id = useId()
  return (
    <>
      <Text id={`${id}-label`}>{label}</Text>
      <PinInput
        id={id}
        aria-labelledby={`${id}-label`}
        ref={firstRef}
        length={CODE_LENGTH}
        type="number"
        size="lg"
        value={code}
        onChange={onChange}
        onComplete={onComplete}
        error={wrong}
        getInputProps={(index) => ({
          'aria-label': t('phone-verification.code.digit', { digit: index + 1, digits: CODE_LENGTH }),
        })}
      />
    </>
  )
}

/** Counts down, and then offers another code. */
function Resend({ phone, resendAt, onSent }: Pick<CodeStepProps, 'phone' | 'resendAt' | 'onSent'>) {
  const request = useRequestVerification()
  const seconds = secondsUntil(resendAt, useNow(1000))
  if (seconds > 0) {
    return (
      <Text c="dimmed" role="timer">
        {t('phone-verification.code.wait', { seconds })}
      </Text>
    )
  }
  return (
    <>
      <Button
        variant="default"
        loading={request.isPending}
        onClick={() => request.mutate(phone, { onSuccess: (requestId) => onSent({ phone, requestId }) })}
      >
        {t('phone-verification.code.resend')}
      </Button>
      {request.isError ? <FormFailure text={sendFailure(request.error)} /> : undefined}
    </>
  )
}
