import type { OutsideSettings } from '#platform/outside/outside-settings.ts'
import type { Platform } from '#platform/floor.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createMailSender, MAILS_AT_ONCE, type MailServer } from './mail/mail-sender.ts'
import { createQueueMail } from './mail/queue-mail.ts'
import { type RefusalOf, createDelivery } from './outbox/deliver-outbox.ts'
import { createQueueSms } from './sms/queue-sms.ts'
import { createSmsSender, type SmsProvider } from './sms/sms-sender.ts'

export interface DeliveryOptions {
  /** Undefined: mails stay in the outbox. */
  readonly mailServer: MailServer | undefined
  /** Undefined: SMS stay in the outbox. */
  readonly smsProvider: SmsProvider | undefined
  /** Undefined: messages to addresses that people entered stay in the outbox. */
  readonly outside: OutsideSettings | undefined
}

interface Parts extends DeliveryOptions, Pick<Platform, 'worker' | 'db' | 'server' | 'clock' | 'metrics' | 'log'> {
  /** Why a waiting message is not sent. */
  readonly refusalOf: RefusalOf
}

/** What puts messages into the outbox. */
export function createQueues(parts: { readonly clock: Clock; readonly random: Random }) {
  return {
    queueMail: createQueueMail(parts),
    queueSms: createQueueSms(parts),
  }
}

/** Delivers the messages of the outbox to people; those for which nothing is configured stay there. */
export function addDeliveries({ worker, mailServer, smsProvider, ...parts }: Parts): void {
  if (mailServer !== undefined) {
    const sender = createMailSender(mailServer)
    const { retrySeconds } = mailServer
    worker.add(createDelivery({ ...parts, sender, atOnce: MAILS_AT_ONCE, retrySeconds }))
  }
  if (smsProvider !== undefined) {
    const { retrySeconds } = smsProvider
    worker.add(createDelivery({ ...parts, sender: createSmsSender(smsProvider), retrySeconds }))
  }
}
