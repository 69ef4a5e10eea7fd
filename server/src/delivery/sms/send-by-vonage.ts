import { z } from 'zod'
import type { Message } from '#delivery/outbox/outbox-store.ts'
import { ANSWER_MS, type SmsProvider, SmsRefused } from './sms-provider.ts'

const VONAGE = 'https://rest.nexmo.com'

/** It answers 200 whatever happened; `status` tells, `0` is a success. */
const Answer = z.object({ messages: z.array(z.object({ status: z.string() })).min(1) })

/** What is wrong with the message or its recipient: parameters, content, a barred or a forbidden number. */
const FINAL = new Set(['3', '6', '7', '29'])

/** Sends through the SMS API of Vonage (https://developer.vonage.com/en/api/sms). */
export async function sendByVonage(provider: SmsProvider, { id, recipient, body }: Message): Promise<void> {
  const response = await fetch(`${provider.url ?? VONAGE}/sms/json`, {
    method: 'POST',
    body: new URLSearchParams({
      api_key: provider.account,
      api_secret: provider.secret,
      from: provider.from,
      to: recipient.replace('+', ''),
      text: body,
      type: isPlain(body) ? 'text' : 'unicode',
      'client-ref': id,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!response.ok || !answer.success) {
    throw new SmsRefused(`Vonage answered with HTTP status ${response.status}`, { final: false })
  }
  const refusal = answer.data.messages.find(({ status }) => status !== '0')?.status
  if (refusal !== undefined) {
    throw new SmsRefused(`Vonage refused the message with status ${refusal.slice(0, 10)}`, {
      final: FINAL.has(refusal),
    })
  }
}

function isPlain(text: string): boolean {
  return /^[\n\r -~]*$/.test(text)
}
