import type { texts } from '@fieldwatch/messages/second-step/en'
import { PROOF_WAYS, type ProofWay } from '@fieldwatch/contract/api/errors'
import { PROOF_MINUTES, stepUp } from '@fieldwatch/contract/people/step-up'
import { getPasskeyOptions } from '@fieldwatch/contract/people/passkeys'
import { Anchor, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { knowsPasskeys, loadPasskeys } from '#shared/passkeys/load-passkeys.ts'
import { passkeyFailure } from '#shared/passkeys/passkey-failure.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import type { StepUpRequest } from '#platform/session/step-up-request.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { PasswordField } from '#ui/components/password-field.tsx'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/second-step/??.*'))

/** Asks for the password or a second factor. */
export function StepUpQuestion({ ways, answer }: StepUpRequest) {
  const usable = PROOF_WAYS.filter((way) => ways.includes(way) && (way !== 'passkey' || knowsPasskeys()))
  const [way, setWay] = useState(usable[0])
  const [entered, setEntered] = useState('')
  const prove = useProof(() => answer(true))
  const fields = prove.error instanceof ApiError ? prove.error.details.fields : {}
  const ofField = fields['password'] ?? fields['code']

  function send(): void {
    if (way !== undefined) prove.mutate({ way, entered })
  }

  return (
    <FormDialog
      title={t('second-step.proof.title')}
      submit={way === 'passkey' ? t('second-step.way.passkey') : t('second-step.proof.submit')}
      busy={prove.isPending}
      disabled={way === undefined || (way !== 'passkey' && entered === '')}
      failure={prove.error === null || ofField !== undefined ? undefined : passkeyFailure(prove.error)}
      onSubmit={send}
      onClose={() => answer(false)}
    >
      <Text>
        {way === undefined ? t('second-step.proof.none') : t('second-step.proof.lead', { minutes: PROOF_MINUTES })}
      </Text>
      {way === 'password' ? (
        <PasswordField
          label={t('second-step.password')}
          autoComplete="current-password"
          value={entered}
          error={ofField}
          data-autofocus
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
        />
      ) : undefined}
      {way === 'totp' || way === 'recovery' ? (
        <TextInput
          key={way}
          label={t(`second-step.code.${way}`)}
          description={t(`second-step.code.${way}.help`)}
          {...ENTRIES[way]}
          autoComplete="one-time-code"
          value={entered}
          error={ofField}
          data-autofocus
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
        />
      ) : undefined}
      {usable
        .filter((other) => other !== way)
        .map((other) => (
          <Anchor
            key={other}
            component="button"
            type="button"
            ta="start"
            onClick={() => {
              prove.reset()
              setEntered('')
              setWay(other)
            }}
          >
            {t(`second-step.way.${other}`)}
          </Anchor>
        ))}
    </FormDialog>
  )
}

function useProof(onProven: () => void) {
  const api = useApi()
  return useAction({
    once: true,
    mutationFn: async ({ way, entered }: { way: ProofWay; entered: string }) => {
      if (way === 'password') return api.call(stepUp, { body: { password: entered } })
      if (way !== 'passkey') return api.call(stepUp, { body: { code: entered } })
      const { askPasskey } = await loadPasskeys()
      const { details } = await api.call(getPasskeyOptions, {})
      return api.call(stepUp, { body: { passkey: await askPasskey(details) } })
    },
    onSuccess: onProven,
  })
}

const ENTRIES = {
  totp: { inputMode: 'numeric', maxLength: 12 },
  recovery: { inputMode: 'text', maxLength: 40 },
} as const
