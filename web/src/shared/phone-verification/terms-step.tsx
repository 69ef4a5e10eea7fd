import { isPhoneNumber } from '@fieldwatch/contract/people/phone'
import { Anchor, Checkbox, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { PhoneInput } from '#ui/phone-input/phone-input.tsx'
import { useRequestVerification } from './phone-queries.ts'
import { sendFailure } from './verification-text.ts'
import { t } from './texts.ts'

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
      phone: (value) => (isPhoneNumber(value) ? null : t('phone-verification.phone.invalid')),
      privacy: (value) => (value ? null : t('phone-verification.privacy.missing')),
      terms: (value) => (value ? null : t('phone-verification.terms.missing')),
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
        <Text>{t('phone-verification.lead')}</Text>
        <PhoneInput label={t('phone-verification.phone')} {...form.getInputProps('phone')} value={form.values.phone} />
        <Checkbox
          label={t.rich('phone-verification.privacy', { link: (words) => page('/privacy-policy', words) })}
          {...form.getInputProps('privacy', { type: 'checkbox' })}
        />
        <Checkbox
          label={t.rich('phone-verification.terms', { link: (words) => page('/terms-of-use', words) })}
          {...form.getInputProps('terms', { type: 'checkbox' })}
        />
        {request.isError ? <FormFailure text={sendFailure(request.error)} /> : undefined}
        <SubmitButton busy={request.isPending} busyText={t('phone-verification.send.busy')}>
          {t('phone-verification.send')}
        </SubmitButton>
      </Stack>
    </form>
  )
}

function page(href: string, words: ReactNode) {
  return (
    <Anchor key="page" href={href} target="_blank" rel="noopener" underline="always">
      {words}
    </Anchor>
  )
}
