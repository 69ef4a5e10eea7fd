import type { Webhook, WebhookTest } from '../contract/webhooks.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { SuccessNote } from '@fieldwatch/web/ui/components/success-note.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { SettingCard } from '@fieldwatch/web/features/settings/setting-card.tsx'
import { useRemoveWebhook, useTestWebhook, useUpdateWebhook } from './webhook-queries.ts'
import { webhookState } from './webhook-text.ts'
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
  const [asked, ask] = useState<Question>()
  const test = useTestWebhook()
  const update = useUpdateWebhook()
  const remove = useRemoveWebhook()
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
    <SettingCard
      name={name}
      about={`${t(`webhooks.kind.${kind}`)}, ${url}`}
      states={[webhookState(webhook, useNow(CLOCK_MS))]}
      buttons={
        <>
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
        </>
      }
      outcome={
        <>
          {test.data === undefined ? undefined : <TestResult result={test.data} />}
          {test.isError ? <FailureNote text={t('webhooks.test.failed')} advice={test.error.message} /> : undefined}
        </>
      }
      error={update.error ?? remove.error}
      newer={t('webhooks.newer')}
      question={
        asked && {
          title: t(`${QUESTIONS[asked]}.title`, { name }),
          confirm: t(QUESTIONS[asked]),
          text: t(`${QUESTIONS[asked]}.text`),
        }
      }
      busy={update.isPending || remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
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
