import { useApiAction } from '#platform/api/use-action.ts'
import { confirmEmailChange } from '@fieldwatch/contract/people/own-password'
import { Button, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { t } from './texts.ts'

/** Where the mail to a new address leads: nothing happens until the button is pressed, as programs that check mails open links too. */
export function ConfirmEmailPage() {
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('token') ?? ''
  const confirm = useApiAction(async (api) => (await api.call(confirmEmailChange, { body: { token } })).details, {
    once: true,
  })
  if (confirm.isSuccess) {
    return (
      <SignInFrame title={t('sign-in.confirm.done')} lead={t('sign-in.confirm.done.lead')}>
        <SuccessNote text={t('sign-in.confirm.done.help', { email: confirm.data.email })} />
        <ButtonLink to="/dashboard">{t('sign-in.open-portal')}</ButtonLink>
      </SignInFrame>
    )
  }
  if (token === '' || hasCode(confirm.error, 'auth/reset-link-invalid')) {
    return (
      <SignInFrame title={t('sign-in.link.dead')} lead={t('sign-in.confirm.dead.lead')}>
        <FailureNote text={t('sign-in.confirm.dead.help')} />
        <ButtonLink to="/settings" variant="default">
          {t('sign-in.open-settings')}
        </ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('sign-in.confirm.title')} lead={t('sign-in.confirm.lead')}>
      <Text>{t('sign-in.confirm.help')}</Text>
      {confirm.isError ? <FailureNote text={confirm.error.message} advice={t('sign-in.nothing-changed')} /> : undefined}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('sign-in.confirm.submit')}
      </Button>
    </SignInFrame>
  )
}
