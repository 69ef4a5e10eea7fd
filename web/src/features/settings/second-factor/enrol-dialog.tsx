import { refusedFields } from '#ui/components/field-failures.ts'
import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { AppSecret } from '#shared/second-step/app-secret.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { useConfirmTotp, useEnrolTotp } from './second-factor-queries.ts'
import { t } from './texts.ts'

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
      title={replaces ? t('second-factor.app.other.title') : t('second-factor.app.set-up')}
      lead={replaces ? t('second-factor.app.other.lead') : t('second-factor.app.set-up.lead')}
      submit={t('second-factor.next')}
      withCode={replaces}
      action={enrol}
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
  const ofCode = refusedFields(error)['code']

  function send(): void {
    confirm.mutate(code, { onSuccess: onDone })
  }

  return (
    <FormDialog
      title={t('second-factor.app.scan')}
      submit={t('second-factor.app.confirm')}
      busy={confirm.isPending}
      disabled={code === ''}
      failure={error === null || ofCode !== undefined ? undefined : { text: error.message }}
      onSubmit={send}
      onClose={onClose}
    >
      <AppSecret {...secret} />
      <TextInput
        label={t('second-factor.app.first-code')}
        description={t('second-factor.app.first-code.help')}
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
