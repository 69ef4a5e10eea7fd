import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { type OutsideAnswer, postOutside } from '@fieldwatch/server/platform/outside/post-outside'
import type { OutsideSettings } from '@fieldwatch/server/platform/outside/outside-settings'
import { type WebhookNote, writeWebhook } from './webhook-note.ts'
import type { StoredWebhook } from './webhook-store.ts'
import { createHmac } from 'node:crypto'

const TIMEOUT_MS = 10_000

/** Writes a note as the kind of the webhook expects, signs it, and posts it. @throws Unreached */
export function sendWebhook(
  { settings, clock }: { readonly settings: OutsideSettings; readonly clock: Clock },
  { kind, url, secret }: Pick<StoredWebhook, 'kind' | 'url' | 'secret'>,
  note: WebhookNote,
  message: { readonly id: string; readonly createdAt: number },
): Promise<OutsideAnswer> {
  const { networks, timeoutMs = TIMEOUT_MS } = settings
  const { url: target, body } = writeWebhook(kind, note, { ...message, url })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Fieldwatch',
    'fieldwatch-delivery': message.id,
    [SIGNATURE_HEADER]: signWebhook(secret, body, clock()),
  }
  return postOutside({ url: target, body, headers, networks, timeoutMs })
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
