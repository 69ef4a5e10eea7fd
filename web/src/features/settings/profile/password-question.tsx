import { Text } from '@mantine/core'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { PasswordField } from '#ui/components/password-field.tsx'

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
      title="Enter your password"
      submit="Send the link"
      busy={busy}
      disabled={password === ''}
      failure={error === null || isWrong ? undefined : { text: error.message }}
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(password)
      }}
      onClose={onClose}
    >
      <Text>
        A link goes to {email}. You sign in with the old address until you open it, and the old address is told.
      </Text>
      <PasswordField
        label="Password"
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
