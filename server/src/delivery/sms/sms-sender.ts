import type { Message } from '#delivery/outbox/outbox-store.ts'
import type { MessageSender } from '#delivery/outbox/deliver-message.ts'
import { sendByTwilio } from './send-by-twilio.ts'
import { sendByVonage } from './send-by-vonage.ts'
import { type SmsProvider, type SmsProviderName, SmsRefused } from './sms-provider.ts'

const SENDERS: Readonly<Record<SmsProviderName, (provider: SmsProvider, message: Message) => Promise<void>>> = {
  vonage: sendByVonage,
  twilio: sendByTwilio,
}

/** Hands SMS to a provider. */
export function createSmsSender(provider: SmsProvider): MessageSender {
  return {
    kind: 'sms',
    isFinal: (error) => error instanceof SmsRefused && error.final,
    send: (message) => SENDERS[provider.name](provider, message),
  }
}
