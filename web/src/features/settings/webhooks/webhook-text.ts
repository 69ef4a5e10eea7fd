import type { Webhook, WebhookKind } from '@fieldwatch/contract/delivery/webhooks'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'

interface KindText {
  readonly label: string
  /** What its address is. */
  readonly address: string
  readonly example: string
}

export const KIND_TEXT: Readonly<Record<WebhookKind, KindText>> = {
  generic: {
    label: 'A program of ours',
    address: 'Where it takes JSON by POST',
    example: 'https://hooks.example/alerts',
  },
  slack: {
    label: 'Slack',
    address: 'That of an incoming webhook',
    example: 'https://hooks.slack.com/services/…',
  },
  teams: {
    label: 'Microsoft Teams',
    address: 'That of the workflow “When a Teams webhook request is received”',
    example: 'https://….logic.azure.com/…',
  },
  ntfy: { label: 'ntfy', address: 'That of the server with the topic at its end', example: 'https://ntfy.sh/my-topic' },
}

export type WebhookState = 'good' | 'new' | 'failing' | 'off'

/** How it stands with a webhook, in words. */
export function webhookState(webhook: Webhook, now: number): { state: WebhookState; text: string } {
  const { active, failingSinceUTC, lastError, lastSuccessUTC, switchedOffUTC } = webhook
  const ago = (utc: string): string => formatAgo(Date.parse(utc), now)
  if (!active) {
    if (switchedOffUTC === null) return { state: 'off', text: 'Switched off: it is told nothing.' }
    const text = `Switched off by the portal ${ago(switchedOffUTC)}, after three days without a success. ${lastError ?? ''}`
    return { state: 'off', text: text.trim() }
  }
  if (failingSinceUTC !== null)
    return { state: 'failing', text: `Failing since ${ago(failingSinceUTC)}. ${lastError ?? ''}`.trim() }
  if (lastSuccessUTC === null) return { state: 'new', text: 'Nothing was sent to it yet.' }
  return { state: 'good', text: `Working: it took something ${ago(lastSuccessUTC)}.` }
}
