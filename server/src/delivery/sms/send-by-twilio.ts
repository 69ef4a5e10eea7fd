import { z } from 'zod'
import type { Message } from '#delivery/outbox/outbox-store.ts'
import { ANSWER_MS, type SmsProvider, SmsRefused } from './sms-provider.ts'

const TWILIO = 'https://api.twilio.com'

const Refusal = z.object({ code: z.number() })

/** Sends through the Messages resource of Twilio (https://www.twilio.com/docs/messaging/api/message-resource). */
export async function sendByTwilio(provider: SmsProvider, { recipient, body }: Message): Promise<void> {
  const account = encodeURIComponent(provider.account)
  const credentials = Buffer.from(`${provider.account}:${provider.secret}`).toString('base64')
  const response = await fetch(`${provider.url ?? TWILIO}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ From: provider.from, To: recipient, Body: body }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (response.ok) {
    await response.body?.cancel()
    return
  }
  const refusal = Refusal.safeParse(await response.json().catch(() => undefined))
  const reason = refusal.success ? `, error ${refusal.data.code}` : ''
  // Only a bad request is about this message; keys, credit and limits can be mended.
  throw new SmsRefused(`Twilio answered with HTTP status ${response.status}${reason}`, {
    final: response.status === 400,
  })
}
