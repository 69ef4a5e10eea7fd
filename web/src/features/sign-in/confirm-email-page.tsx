import { confirmEmailChange } from '@fieldwatch/contract/people/own-password'
import { Button, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Where the mail to a new address leads: nothing happens until the button is pressed, as programs that check mails open links too. */
export function ConfirmEmailPage() {
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('token') ?? ''
  const api = useApi()
  const confirm = useAction({
    once: true,
    mutationFn: async () => (await api.call(confirmEmailChange, { body: { token } })).details,
  })
  if (confirm.isSuccess) {
    return (
      <SignInFrame title="Your address has changed" lead="You use the new one from now on.">
        <Stack>
          <SuccessNote text={`You sign in with ${confirm.data.email}.`} />
          <ButtonLink to="/dashboard">Open the portal</ButtonLink>
        </Stack>
      </SignInFrame>
    )
  }
  if (token === '' || hasCode(confirm.error, 'auth/reset-link-invalid')) {
    return (
      <SignInFrame title="This link does not work any more" lead="A link works once, and for an hour.">
        <Stack>
          <FailureNote text="Your address is as it was. Save the new one in your profile once more for a new link." />
          <ButtonLink to="/settings" variant="default">
            Open Settings
          </ButtonLink>
        </Stack>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Confirm your new address" lead="You asked to sign in with the address of this mail.">
      <Stack>
        <Text>The old address stops working for signing in, and is told.</Text>
        {confirm.isError ? <FailureNote text={confirm.error.message} advice="Nothing was changed." /> : undefined}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm
        </Button>
      </Stack>
    </SignInFrame>
  )
}
