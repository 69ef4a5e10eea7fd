import { Text } from '@mantine/core'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { PasswordField } from '#ui/components/password-field.tsx'
import { t } from './texts.ts'

interface PasswordQuestionProps {
  /** Where the mail with a link goes. */
  email: string
  busy: boolean
  error: Error | null
  onAnswer: (password: string) => void
  onClose: () => void
}

/** Asks for the password before the own address is changed. */
export function PasswordQuestion({ email, busy, error, onAnswer, onClose }: PasswordQuestionProps) {
  const [password, setPassword] = useState('')
  const isWrong = hasCode(error, 'auth/wrong-password')
  return (
    <FormDialog
      title={t('profile.email.title')}
      submit={t('profile.email.submit')}
      busy={busy}
      disabled={password === ''}
      failure={error === null || isWrong ? undefined : { text: error.message }}
      onSubmit={() => onAnswer(password)}
      onClose={onClose}
    >
      <Text>{t('profile.email.help', { email })}</Text>
      <PasswordField
        label={t('profile.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        error={isWrong ? error?.message : undefined}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
    </FormDialog>
  )
}
