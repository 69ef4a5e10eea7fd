import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type Ref, useId } from 'react'
import { t } from '#platform/texts.ts'

interface PasswordFieldProps extends PasswordInputProps {
  ref?: Ref<HTMLInputElement>
}

/** A field for a password that announces to screen readers that it was refused and why, and that is found as the first invalid field. */
export function PasswordField({ error, description, ...props }: PasswordFieldProps) {
  const id = useId()
  const isRefused = error !== undefined && error !== null && error !== false && error !== ''
  const describedBy = [
    ...(isRefused ? [`${id}-error`] : []),
    ...(description === undefined || description === null ? [] : [`${id}-description`]),
  ]
  return (
    <PasswordInput
      {...props}
      id={id}
      error={error}
      description={description}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('ui.password.toggle') }}
      // The input of Mantine's says neither.
      aria-invalid={isRefused || undefined}
      aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
    />
  )
}
