import { refusedFields } from '#ui/components/field-failures.ts'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { PasswordField } from '#ui/components/password-field.tsx'
import type { Proof } from './second-factor-queries.ts'
import { t } from './texts.ts'

interface ProofDialogProps {
  title: string
  /** What follows. */
  lead: string
  submit: string
  /** Whether there is an authenticator app, whose code is asked for too. */
  withCode: boolean
  /** What the proof is for. */
  action: { readonly isPending: boolean; readonly error: Error | null }
  /** The failure in words; the sentence of the portal by default. */
  describe?: (error: Error) => { text: string; advice?: string }
  onSubmit: (proof: Proof) => void
  onClose: () => void
}

/** Asks for the password, and for a code where there is an app, before a second factor changes. */
export function ProofDialog({ lead, withCode, action, describe = sentence, onSubmit, ...dialog }: ProofDialogProps) {
  const { isPending: busy, error } = action
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const fields = refusedFields(error)
  const ofField = fields['password'] ?? fields['code']

  function send(): void {
    if (!busy) onSubmit(withCode ? { password, code } : { password })
  }

  return (
    <FormDialog
      {...dialog}
      busy={busy}
      disabled={password === '' || (withCode && code === '')}
      failure={error === null || ofField !== undefined ? undefined : describe(error)}
      onSubmit={send}
    >
      <Text>{lead}</Text>
      <PasswordField
        label={t('second-factor.proof.password')}
        autoComplete="current-password"
        value={password}
        error={fields['password']}
        data-autofocus
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {withCode ? (
        <TextInput
          label={t('second-factor.proof.code')}
          description={t('second-factor.proof.code.help')}
          autoComplete="one-time-code"
          value={code}
          error={fields['code']}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      ) : undefined}
    </FormDialog>
  )
}

function sentence({ message }: Error): { text: string } {
  return { text: message }
}
