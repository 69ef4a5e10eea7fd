import type { Language } from '@fieldwatch/contract/text/languages'
import { textsFor } from '@fieldwatch/messages/server-texts'
import type { WebhookKind } from '../contract/webhooks.ts'

/** The content of a webhook notification, before it gets the format of its kind. */
export interface WebhookNote {
  /** The language of its sentences. */
  readonly language: Language
  readonly title: string
  /** The address is of the page about it. */
  readonly lines: readonly { readonly text: string; readonly url: string }[]
  /** Someone should look. */
  readonly isUrgent: boolean
  /** What a program gets. */
  readonly data: Readonly<Record<string, unknown>>
}

interface WebhookRequest {
  readonly url: string
  readonly body: string
}

interface Delivery {
  readonly id: string
  readonly url: string
  /** When it was written: the same at each try. */
  readonly createdAt: number
}

/** People's rooms get the first of many lines. */
const MOST_LINES = 10
/** ntfy makes an attachment of what is longer. */
const MOST_LENGTH = 3_000

const WRITERS: Readonly<Record<WebhookKind, (note: WebhookNote, delivery: Delivery) => WebhookRequest>> = {
  generic: (note, { id, url, createdAt }) => ({
    url,
    body: JSON.stringify({ id, createdUTC: new Date(createdAt).toISOString(), title: note.title, ...note.data }),
  }),
  slack: (note, { url }) => ({ url, body: JSON.stringify({ text: slackText(note) }) }),
  teams: (note, { url }) => ({ url, body: JSON.stringify(teamsMessage(note)) }),
  ntfy: writeNtfy,
}

/** Writes what is sent to a webhook of a kind, and where. */
export function writeWebhook(kind: WebhookKind, note: WebhookNote, delivery: Delivery): WebhookRequest {
  return WRITERS[kind](note, delivery)
}

/** Slack's mrkdwn (https://docs.slack.dev/messaging/formatting-message-text). */
function slackText({ title, lines, language }: WebhookNote): string {
  const escape = (text: string): string =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[*_~`|]/g, ' ')
  const shown = lines.slice(0, MOST_LINES).map(({ text, url }) => `• <${url}|${escape(text)}>`)
  return [`*${escape(title)}*`, ...shown, ...moreOf(lines, language)].join('\n')
}

/** An adaptive card, as the workflow "When a Teams webhook request is received" expects it. */
function teamsMessage({ title, lines, isUrgent, language }: WebhookNote): object {
  const shown = lines.slice(0, MOST_LINES)
  const [first] = lines
  const openUnit = textsFor(language)('alert-messages.open-unit')
  const block = (text: string) => ({ type: 'TextBlock', text: plain(text), wrap: true })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...block(title), weight: 'Bolder', size: 'Medium', color: isUrgent ? 'Attention' : 'Good' },
      ...[...shown.map(({ text }) => text), ...moreOf(lines, language)].map(block),
    ],
    actions: first === undefined ? [] : [{ type: 'Action.OpenUrl', title: openUnit, url: first.url }],
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}

/** Without what Teams takes for Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[*_~`[\]<>#|]/g, ' ')
}

/** Publishing as JSON (https://docs.ntfy.sh/publish/#publish-as-json): to the root of the server, with the topic in the body. */
function writeNtfy({ title, lines, isUrgent, language }: WebhookNote, { url }: Delivery): WebhookRequest {
  const target = new URL(url)
  const topic = decodeURIComponent(target.pathname.split('/').findLast((part) => part !== '') ?? '')
  const [first] = lines
  const text = [...lines.slice(0, MOST_LINES).map((line) => line.text), ...moreOf(lines, language)].join('\n')
  const message = text.length <= MOST_LENGTH ? text : `${text.slice(0, MOST_LENGTH - 1)}…`
  target.pathname = '/'
  return {
    url: target.href,
    body: JSON.stringify({
      topic,
      title,
      message,
      priority: isUrgent ? 4 : 3,
      tags: [isUrgent ? 'rotating_light' : 'white_check_mark'],
      ...(first === undefined ? {} : { click: first.url }),
    }),
  }
}

/** Notes that waited through an upgrade have no language. */
function moreOf(lines: readonly unknown[], language: Language | undefined): string[] {
  const count = lines.length - MOST_LINES
  return count > 0 ? [textsFor(language)('alert-messages.more', { count })] : []
}
