import type { Platform } from '#platform/floor.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createMailSender, MAILS_AT_ONCE, type MailServer } from './mail/mail-sender.ts'
import { createQueueMail } from './mail/queue-mail.ts'
import { type RefusalOf, createDelivery } from './outbox/deliver-outbox.ts'
import { createQueueSms } from './sms/queue-sms.ts'
import { createSmsSender, type SmsProvider } from './sms/sms-sender.ts'
import { createQueueWebhook } from './webhooks/queue-webhook.ts'
import type { WebhookSettings } from './webhooks/send-webhook.ts'
import { createWebhookSender, type SwitchedOff } from './webhooks/webhook-sender.ts'

export interface DeliveryOptions {
  /** Undefined: mails stay in the outbox. */
  readonly mailServer: MailServer | undefined
  /** Undefined: SMS stay in the outbox. */
  readonly smsProvider: SmsProvider | undefined
  /** Undefined: messages to webhooks stay in the outbox. */
  readonly webhooks: WebhookSettings | undefined
}

interface Parts extends DeliveryOptions, Pick<Platform, 'worker' | 'db' | 'server' | 'clock' | 'metrics' | 'log'> {
  /** Why a waiting message is not sent. */
  readonly refusals: { readonly personal: RefusalOf; readonly webhook: RefusalOf }
  readonly onSwitchedOff: SwitchedOff
}

/** A webhook that does not answer delays few others. */
const WEBHOOKS_AT_ONCE = 8

/** What puts messages into the outbox. */
export function createQueues(parts: { readonly clock: Clock; readonly random: Random }) {
  return {
    queueMail: createQueueMail(parts),
    queueSms: createQueueSms(parts),
    queueWebhook: createQueueWebhook(parts),
  }
}

/** Delivers the messages of the outbox; those for which nothing is configured stay there. */
export function addDeliveries({ worker, mailServer, smsProvider, webhooks, refusals, ...parts }: Parts): void {
  const toPeople = { ...parts, refusalOf: refusals.personal }
  if (mailServer !== undefined) {
    const sender = createMailSender(mailServer)
    const { retrySeconds } = mailServer
    worker.add(createDelivery({ ...toPeople, sender, atOnce: MAILS_AT_ONCE, retrySeconds }))
  }
  if (smsProvider !== undefined) {
    const { retrySeconds } = smsProvider
    worker.add(createDelivery({ ...toPeople, sender: createSmsSender(smsProvider), retrySeconds }))
  }
  if (webhooks === undefined) return
  const sender = createWebhookSender({ ...parts, settings: webhooks })
  const toWebhooks = { ...parts, refusalOf: refusals.webhook, atOnce: WEBHOOKS_AT_ONCE }
  worker.add(createDelivery({ ...toWebhooks, sender, retrySeconds: webhooks.retrySeconds }))
}
