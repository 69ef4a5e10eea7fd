import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { AppSecret } from '#shared/second-step/app-secret.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { useConfirmTotp, useEnrolTotp } from './second-factor-queries.ts'

interface EnrolDialogProps {
  /** Whether there is an app already, which the new one replaces. */
  replaces: boolean
  /** The app is on, with new recovery codes where there were none. */
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Sets an authenticator app up: the password, the QR code, and a first code that shows that it works. */
export function EnrolDialog({ replaces, onDone, onClose }: EnrolDialogProps) {
  const enrol = useEnrolTotp()
  if (enrol.data !== undefined) return <FirstCode secret={enrol.data} onDone={onDone} onClose={onClose} />
  return (
    <ProofDialog
      title={replaces ? 'Use another authenticator app' : 'Set up an authenticator app'}
      lead={
        replaces
          ? 'The new app takes the place of the one that you have. Your recovery codes stay as they are.'
          : 'From then on signing in asks for a code of an app on your phone, such as Google Authenticator, 2FAS or your password manager.'
      }
      submit="Next"
      withCode={replaces}
      busy={enrol.isPending}
      error={enrol.error}
      onSubmit={(proof) => enrol.mutate(proof)}
      onClose={onClose}
    />
  )
}

interface FirstCodeProps extends Pick<EnrolDialogProps, 'onDone' | 'onClose'> {
  secret: TotpSecret
}

function FirstCode({ secret, onDone, onClose }: FirstCodeProps) {
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const { error } = confirm
  const ofCode = error instanceof ApiError ? error.details.fields['code'] : undefined

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    confirm.mutate(code, { onSuccess: onDone })
  }

  return (
    <FormDialog
      title="Scan the code"
      submit="Switch it on"
      busy={confirm.isPending}
      disabled={code === ''}
      failure={error === null || ofCode !== undefined ? undefined : { text: error.message }}
      onSubmit={send}
      onClose={onClose}
    >
      <AppSecret {...secret} />
      <TextInput
        label="First code"
        description="The six digits that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={ofCode}
        data-autofocus
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </FormDialog>
  )
}
