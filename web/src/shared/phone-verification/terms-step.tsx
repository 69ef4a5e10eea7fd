import { isPhoneNumber, PHONE_INVALID } from '@fieldwatch/contract/people/phone'
import { Anchor, Checkbox, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { PhoneInput } from '#ui/phone-input/phone-input.tsx'
import { useRequestVerification } from './phone-queries.ts'
import { sendFailure } from './verification-text.ts'

interface TermsStepProps {
  /** The number to begin with, with its dial code, or empty. */
  phone: string
  onSent: (sent: { phone: string; requestId: string }) => void
}

/** Sending a code needs both agreements and a number. */
export function TermsStep({ phone, onSent }: TermsStepProps) {
  const request = useRequestVerification()
  const form = useForm({
    mode: 'controlled',
    initialValues: { phone, privacy: false, terms: false },
    validate: {
      phone: (value) => (isPhoneNumber(value) ? null : PHONE_INVALID),
      privacy: (value) => (value ? null : 'Please agree to the privacy policy'),
      terms: (value) => (value ? null : 'Please agree to the terms of use'),
    },
  })

  useUnsaved(form.isDirty())

  const submit = form.onSubmit((values) => {
    if (request.isPending) return
    request.mutate(values.phone, { onSuccess: (requestId) => onSent({ phone: values.phone, requestId }) })
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>We send a code to your phone to make sure that it is yours.</Text>
        <PhoneInput label="Phone number" {...form.getInputProps('phone')} value={form.values.phone} />
        <Checkbox
          label={<Agreement to="privacy policy" href="/privacy-policy" />}
          {...form.getInputProps('privacy', { type: 'checkbox' })}
        />
        <Checkbox
          label={<Agreement to="terms of use" href="/terms-of-use" />}
          {...form.getInputProps('terms', { type: 'checkbox' })}
        />
        {request.isError ? <FormFailure text={sendFailure(request.error)} /> : undefined}
        <SubmitButton busy={request.isPending} busyText="Sending Code...">
          Send Code
        </SubmitButton>
      </Stack>
    </form>
  )
}

function Agreement({ to, href }: { to: string; href: string }) {
  return (
    <>
      I agree to the{' '}
      <Anchor href={href} target="_blank" rel="noopener" underline="always">
        {to}
      </Anchor>
    </>
  )
}
