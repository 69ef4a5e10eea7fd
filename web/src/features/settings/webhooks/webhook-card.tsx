import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { Webhook, WebhookTest } from '@fieldwatch/contract/delivery/webhooks'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/icons/icons.ts'
import { useRemoveWebhook, useTestWebhook, useUpdateWebhook } from './webhook-queries.ts'
import { KIND_TEXT, webhookState } from './webhook-text.ts'
import settings from '../settings-page.module.css'
import classes from './webhooks.module.css'

interface WebhookCardProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (name: string, secret: string) => void
}

type Question = 'remove' | 'secret' | 'off'

const QUESTIONS: Readonly<Record<Question, { title: string; confirm: string; text: string }>> = {
  remove: { title: 'Remove', confirm: 'Remove', text: 'It is told nothing more, and what waits for it is not sent.' },
  secret: {
    title: 'Give a new secret to',
    confirm: 'New secret',
    text: 'The old one stops signing at once: the receiver refuses what is sent until it has the new one.',
  },
  off: { title: 'Switch off', confirm: 'Switch off', text: 'What happens meanwhile is not told to it afterwards.' },
}

const CLOCK_MS = 10_000

/** One webhook: how it stands with it, and what can be done. */
export function WebhookCard({ webhook, onEdit, onSecret }: WebhookCardProps) {
  const { webhookID, version, name, url, kind, active } = webhook
  const { timeFormat } = useMe()
  const [asked, ask] = useState<Question>()
  const test = useTestWebhook()
  const update = useUpdateWebhook()
  const remove = useRemoveWebhook()
  const { state, text } = webhookState(webhook, useNow(CLOCK_MS))
  const error = update.error ?? remove.error
  const close = (): void => ask(undefined)

  function confirm(): void {
    if (asked === 'remove') remove.mutate(webhookID, { onSettled: close })
    else if (asked === 'off') update.mutate({ webhookID, version, active: false }, { onSettled: close })
    else {
      const onSuccess = ({ secret }: { secret: string | null }): void => onSecret(name, secret ?? '')
      update.mutate({ webhookID, version, newSecret: true }, { onSuccess, onSettled: close })
    }
  }

  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {KIND_TEXT[kind].label}, {url}
      </Text>
      <div className={classes['state']} data-state={state}>
        {state === 'failing' || state === 'off' ? (
          <IconAlertTriangle aria-hidden="true" />
        ) : (
          <IconCircleCheck aria-hidden="true" />
        )}
        <Text size="sm">{text}</Text>
      </div>
      <Group gap="xs">
        <Button loading={test.isPending} {...PRESS_ONCE} onClick={() => test.mutate(webhookID)}>
          Send a test
        </Button>
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="default"
          loading={update.isPending}
          {...PRESS_ONCE}
          onClick={() => (active ? ask('off') : update.mutate({ webhookID, version, active: true }))}
        >
          {active ? 'Switch off' : 'Switch on'}
        </Button>
        <Button variant="default" onClick={() => ask('secret')}>
          New secret
        </Button>
        <Button variant="default" onClick={() => ask('remove')}>
          Remove
        </Button>
      </Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {test.data === undefined ? undefined : <TestResult result={test.data} />}
        {test.isError ? <FailureNote text="The test was not sent." advice={test.error.message} /> : undefined}
        {error === null ? undefined : (
          <FormFailure
            text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
            {...(isConflict(error) ? { advice: 'Nothing was overwritten. What is shown is the newer one.' } : {})}
          />
        )}
      </Stack>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={`${QUESTIONS[asked].title} ${name}?`}
          confirm={QUESTIONS[asked].confirm}
          busy={update.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {QUESTIONS[asked].text}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What came back, as it was. */
function TestResult({ result: { taken, answer, milliseconds, sentence } }: { result: WebhookTest }) {
  const advice = `${formatCount(milliseconds)} ms${taken && answer !== '' ? `, and it said: ${answer}` : ''}`
  return taken ? <SuccessNote text={sentence} advice={advice} /> : <FailureNote text={sentence} advice={advice} />
}
