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
import { webhookState } from './webhook-text.ts'
import settings from '../settings-page.module.css'
import classes from './webhooks.module.css'
import { t } from './texts.ts'

interface WebhookCardProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (name: string, secret: string) => void
}

type Question = 'remove' | 'secret' | 'off'

/** The texts of each question. */
const QUESTIONS = { remove: 'webhooks.remove', secret: 'webhooks.secret.new', off: 'webhooks.off' } as const

const CLOCK_MS = 10_000

/** One webhook: its state, and what can be done. */
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
    if (asked === 'remove') remove.mutate({ webhookID }, { onSettled: close })
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
        {t(`webhooks.kind.${kind}`)}, {url}
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
        <Button loading={test.isPending} {...PRESS_ONCE} onClick={() => test.mutate({ webhookID })}>
          {t('webhooks.test')}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {t('webhooks.edit')}
        </Button>
        <Button
          variant="default"
          loading={update.isPending}
          {...PRESS_ONCE}
          onClick={() => (active ? ask('off') : update.mutate({ webhookID, version, active: true }))}
        >
          {active ? t('webhooks.off') : t('webhooks.switch-on')}
        </Button>
        <Button variant="default" onClick={() => ask('secret')}>
          {t('webhooks.secret.new')}
        </Button>
        <Button variant="default" onClick={() => ask('remove')}>
          {t('webhooks.remove')}
        </Button>
      </Group>
      <Stack gap="xs" mt="sm" aria-live="polite">
        {test.data === undefined ? undefined : <TestResult result={test.data} />}
        {test.isError ? <FailureNote text={t('webhooks.test.failed')} advice={test.error.message} /> : undefined}
        {error === null ? undefined : (
          <FormFailure
            text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
            {...(isConflict(error) ? { advice: t('webhooks.newer') } : {})}
          />
        )}
      </Stack>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={t(`${QUESTIONS[asked]}.title`, { name })}
          confirm={t(QUESTIONS[asked])}
          busy={update.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {t(`${QUESTIONS[asked]}.text`)}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What came back, as it was. */
function TestResult({ result: { taken, answer, milliseconds, sentence } }: { result: WebhookTest }) {
  const advice =
    taken && answer !== ''
      ? t('webhooks.test.answer', { milliseconds, answer })
      : t('webhooks.test.time', { milliseconds })
  return taken ? <SuccessNote text={sentence} advice={advice} /> : <FailureNote text={sentence} advice={advice} />
}
