import type { Message } from '#delivery/outbox/outbox-store.ts'
import { MessageRefused, type MessageSender } from '#delivery/outbox/deliver-outbox.ts'
import { z } from 'zod'

export const SMS_PROVIDERS = ['vonage', 'twilio'] as const
export type SmsProviderName = (typeof SMS_PROVIDERS)[number]

/** An account at a company that sends SMS. */
export interface SmsProvider {
  name: SmsProviderName
  /** The API key at Vonage, the account SID at Twilio. */
  account: string
  /** The API secret at Vonage, the auth token at Twilio. */
  secret: string
  /** The number or name that messages come from. */
  from: string
  /** Where its API is, without a slash at the end; leaving it out means its own address. */
  url?: string | undefined
  /** How long to wait before the first retry; then it grows. */
  retrySeconds?: number
}

/** How long a provider may take to answer. */
const ANSWER_MS = 15_000

const SENDERS: Readonly<Record<SmsProviderName, (provider: SmsProvider, message: Message) => Promise<void>>> = {
  vonage: sendByVonage,
  twilio: sendByTwilio,
}

/**
 * Hands SMS to a provider. What that wrote about one that it did not take is left out on purpose: it may repeat the text of the message,
 * and codes do not belong into logs.
 */
export function createSmsSender(provider: SmsProvider): MessageSender {
  return {
    kind: 'sms',
    send: (message) => SENDERS[provider.name](provider, message),
  }
}

const TWILIO = 'https://api.twilio.com'

const Refusal = z.object({ code: z.number() })

/** Sends through the Messages resource of Twilio (https://www.twilio.com/docs/messaging/api/message-resource). */
async function sendByTwilio(provider: SmsProvider, { recipient, body }: Message): Promise<void> {
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
  // Without JSON in it the status says enough.
  const refusal = Refusal.safeParse(await response.json().catch(() => undefined))
  const reason = refusal.success ? `, error ${refusal.data.code}` : ''
  // Only a bad request is about this message; keys, credit and limits can be mended.
  const Failure = response.status === 400 ? MessageRefused : Error
  throw new Failure(`Twilio answered with HTTP status ${response.status}${reason}`)
}

const VONAGE = 'https://rest.nexmo.com'

/** It always answers 200; `status` has the result, `0` is a success. */
const Answer = z.object({ messages: z.array(z.object({ status: z.string() })).min(1) })

/** What is wrong with the message or its recipient: parameters, content, a barred or a forbidden number. */
const FINAL = new Set(['3', '6', '7', '29'])

/** Sends through the SMS API of Vonage (https://developer.vonage.com/en/api/sms). */
async function sendByVonage(provider: SmsProvider, { id, recipient, body }: Message): Promise<void> {
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
  // An answer that is not JSON is refused below.
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!response.ok || !answer.success) throw new Error(`Vonage answered with HTTP status ${response.status}`)
  const refusal = answer.data.messages.find(({ status }) => status !== '0')?.status
  if (refusal === undefined) return
  const Failure = FINAL.has(refusal) ? MessageRefused : Error
  throw new Failure(`Vonage refused the message with status ${refusal.slice(0, 10)}`)
}

function isPlain(text: string): boolean {
  return /^[\n\r -~]*$/.test(text)
}
