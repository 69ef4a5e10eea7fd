import { createHmac } from 'node:crypto'

export const SIGNATURE_HEADER = 'Fieldwatch-Signature'

/**
 * The value of the header by which a receiver knows that a body is ours and new: `t=1767225600,v1=5257a8…`, where `t` is in seconds and
 * `v1` the HMAC-SHA256 (RFC 2104) of `{t}.{body}` in hexadecimal digits, by the secret of the webhook.
 */
export function signWebhook(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
