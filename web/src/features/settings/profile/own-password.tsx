import { refusedFields } from '#ui/components/field-failures.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { TabCard } from '../tab-frame.tsx'
import { NewPassword, PASSWORD_MIN_LENGTH } from '@fieldwatch/contract/people/auth'
import { changeOwnPassword, CurrentPassword } from '@fieldwatch/contract/people/own-password'
import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { PasswordField } from '#ui/components/password-field.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { RevokeTokens } from '#shared/program-tokens/revoke-tokens.tsx'
import { TOKENS_KEY, tokensQuery } from '../program-tokens/token-queries.ts'
import { t } from './texts.ts'

/** The signed-in user's password: it is changed with the one that is used now. */
export function OwnPassword() {
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  return (
    <TabCard
      title={t('profile.password')}
      tools={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('profile.password.change')}
        </Button>
      }
    >
      {isChanged ? (
        <SuccessNote text={t('profile.password.changed')} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('profile.password.help')}
        </Text>
      )}
      {isOpen ? (
        <PasswordDialog
          onChanged={() => {
            setOpen(false)
            setChanged(true)
          }}
          onClose={() => setOpen(false)}
        />
      ) : undefined}
    </TabCard>
  )
}

const PasswordForm = z.object({ password: CurrentPassword, newPassword: NewPassword, revokeTokens: z.boolean() })

function PasswordDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const { data: tokens } = useQuery(tokensQuery(useApi(), undefined))
  const form = useForm({
    initialValues: { password: '', newPassword: '', revokeTokens: false },
    validate: (values) => formErrors(PasswordForm.safeParse(values)),
  })
  useUnsaved(form.isDirty())
  const change = useApiAction(
    (api, { revokeTokens, ...body }: z.infer<typeof PasswordForm>) =>
      api.call(changeOwnPassword, { body: revokeTokens ? { ...body, revokeTokens } : body }),
    {
      onSuccess: onChanged,
      onError: (error) => {
        if (hasCode(error, 'auth/weak-password')) form.setErrors({ newPassword: error.message })
        else form.setErrors(refusedFields(error))
      },
      rereads: [['own-sessions'], TOKENS_KEY],
    },
  )
  const ofField = hasCode(change.error, 'auth/weak-password', 'auth/wrong-password')
  return (
    <FormDialog
      title={t('profile.password.change')}
      submit={t('profile.password.submit')}
      busy={change.isPending}
      failure={change.error === null || ofField ? undefined : { text: change.error.message }}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <PasswordField
        label={t('profile.password.current')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={t('profile.password.new')}
        description={t('profile.password.new.help', { least: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps('newPassword')}
      />
      <RevokeTokens count={tokens?.length ?? 0} {...form.getInputProps('revokeTokens', { type: 'checkbox' })} />
    </FormDialog>
  )
}
