import type { Webhook, WebhookKind } from '../contract/webhooks.ts'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import type { CardState } from '@fieldwatch/web/features/settings/setting-card.tsx'
import { t } from './texts.ts'

/** What the address of each kind looks like. */
export const ADDRESS_EXAMPLES: Readonly<Record<WebhookKind, string>> = {
  generic: 'https://hooks.example/alerts',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….logic.azure.com/…',
  ntfy: 'https://ntfy.sh/my-topic',
}

/** The state of a webhook, in words. */
export function webhookState(webhook: Webhook, now: number): CardState {
  const { active, failingSinceUTC, lastError, lastSuccessUTC, switchedOffUTC } = webhook
  const ago = (utc: string): string => formatAgo(Date.parse(utc), now)
  if (!active) {
    if (switchedOffUTC === null) return { state: 'off', text: t('webhooks.state.off') }
    const text = t('webhooks.state.gave-up', { ago: ago(switchedOffUTC) })
    return { state: 'off', text: `${text} ${lastError ?? ''}`.trim() }
  }
  if (failingSinceUTC !== null) {
    const text = t('webhooks.state.failing', { ago: ago(failingSinceUTC) })
    return { state: 'failing', text: `${text} ${lastError ?? ''}`.trim() }
  }
  if (lastSuccessUTC === null) return { state: 'new', text: t('webhooks.state.new') }
  return { state: 'good', text: t('webhooks.state.good', { ago: ago(lastSuccessUTC) }) }
}
