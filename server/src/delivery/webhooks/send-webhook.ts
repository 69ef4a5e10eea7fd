import { notSent } from '@fieldwatch/messages/server-sentences'
import type { Clock } from '#platform/time/clock.ts'
import type { OpenNetworks } from './webhook-address.ts'
import { type WebhookNote, writeWebhook } from './webhook-note.ts'
import type { StoredWebhook } from './webhook-store.ts'
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type OutsideRequest, requestOutside } from './request-outside.ts'

export interface WebhookSettings {
  /** Networks that webhooks may reach although they are not public. */
  readonly networks: OpenNetworks
  /** How long a receiver may take to answer; ten seconds by default. */
  readonly timeoutMs?: number
  /** How long to wait before the first retry; then it grows. */
  readonly retrySeconds?: number
}

const TIMEOUT_MS = 10_000

/** Writes a note as the kind of the webhook expects, signs it, and posts it. @throws Unreached */
export function sendWebhook(
  { settings, clock }: { readonly settings: WebhookSettings; readonly clock: Clock },
  { kind, url, secret }: Pick<StoredWebhook, 'kind' | 'url' | 'secret'>,
  note: WebhookNote,
  message: { readonly id: string; readonly createdAt: number },
): Promise<WebhookAnswer> {
  const { networks, timeoutMs = TIMEOUT_MS } = settings
  const { url: target, body } = writeWebhook(kind, note, { ...message, url })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Fieldwatch',
    'fieldwatch-delivery': message.id,
    [SIGNATURE_HEADER]: signWebhook(secret, body, clock()),
  }
  return postWebhook({ url: target, body, headers, networks, timeoutMs })
}

/** What is wrong with an answer, as a sentence; undefined: it was taken. */
export function problemOf({ status, text }: WebhookAnswer): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return notSent('not-sent.webhook.redirect', { status })
  if (text === '') return notSent('not-sent.webhook.status', { status })
  return notSent('not-sent.webhook.said', { status, answer: text })
}

const SIGNATURE_HEADER = 'Fieldwatch-Signature'

/**
 * The value of the header by which a receiver knows that a body is ours and new: `t=1767225600,v1=5257a8…`, where `t` is in seconds and
 * `v1` the HMAC-SHA256 (RFC 2104) of `{t}.{body}` in hexadecimal digits, by the secret of the webhook.
 */
function signWebhook(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number
  /** Its beginning, of what can be shown. */
  readonly text: string
}

const ANSWER_BYTES = 2 * 1024
const SHOWN = 200

/** Posts a body. Of the answer no more is read than is shown. @throws Unreached */
export function postWebhook(asked: Omit<OutsideRequest, 'method'>): Promise<WebhookAnswer> {
  return requestOutside({ ...asked, method: 'POST' }, async (response) => ({
    status: response.statusCode ?? 0,
    text: shownText(await readBeginning(response, ANSWER_BYTES)),
  }))
}

/** As much of an answer as has so many bytes. */
export async function readBeginning(response: IncomingMessage, most: number): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most).toString()
}

/** What can be shown of an answer to a person: one line of it. */
export function shownText(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN)
    .toWellFormed()
}
