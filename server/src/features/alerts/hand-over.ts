import type { Logger } from 'pino'
import type { NotificationChannel } from '@fieldwatch/contract/alerts/alert-history'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { UNSUBSCRIBE_PATH } from '@fieldwatch/contract/delivery/unsubscribing'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import type { QueueWebhook } from '#delivery/webhooks/queue-webhook.ts'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import type { UnsubscribeLinks } from '#people/credentials/unsubscribe-links.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { handOverApart } from './hand-over-apart.ts'
import { createNotificationReachStore } from './notification-reach-store.ts'
import { type Addressee, createNotificationStore, type DueNotification } from './notification-store.ts'
import { type Reader, writeMail, writeSms } from './write-message.ts'
import { noteOf } from './write-webhook-note.ts'

export interface HandOverParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly queueMail: QueueMail
  readonly queueSms: QueueSms
  readonly queueWebhook: QueueWebhook
  readonly publicUrl: () => string
  readonly unsubscribeLinks: UnsubscribeLinks
  /** SMS about the alerts of one entity within a day. */
  readonly smsPerDay: number
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Messages to one addressee within an hour; what comes then is put together in one a quarter of an hour later. */
const AN_HOUR: Readonly<Record<NotificationChannel, number>> = { mail: 20, sms: 5, webhook: 60 }
const PUT_OFF_MS = 15 * 60_000
/** What comes while a message to a person is retried is looked at again so often. */
const HELD_UP_MS = 30_000
/** A message about an alert is sent within a day or not at all. */
const WANTED_MS = DAY_MS
const KEPT_MS = 90 * DAY_MS
const ADDRESSEES_AT_ONCE = 200

/**
 * Writes one message into the outbox for each person and channel, and for each webhook, of all that is due to them. Returns whether more
 * may be due.
 */
export async function handOver(parts: HandOverParts): Promise<boolean> {
  const { db, clock } = parts
  const store = createNotificationStore(db)
  await store.withholdOfRemoved('The webhook was removed.')
  const due = await store.listDue(clock(), ADDRESSEES_AT_ONCE)
  for (const to of due) await handOverApart(parts, to, (tx, only) => handOverTo(parts, tx, to, only))
  return due.length === ADDRESSEES_AT_ONCE
}

async function handOverTo(parts: HandOverParts, tx: Db, to: Addressee, only: number | undefined): Promise<void> {
  const now = parts.clock()
  const store = createNotificationStore(tx)
  await createNotificationReachStore(tx).narrowDue(to)
  const claimed = await store.claimDue(to, only, now)
  const due = claimed.filter(({ at }) => at > now - WANTED_MS)
  await store.noteWithheld(
    idsOf(claimed.filter((one) => !due.includes(one))),
    'It could not be handed over within a day.',
  )
  const until = await findPause(tx, to, due, now)
  if (until !== undefined) return store.putOff(idsOf(due), until)
  const spent = to.channel === 'sms' ? await listSpent(tx, due, parts.smsPerDay, now) : []
  const withheld = due.filter(({ entity }) => spent.includes(entity))
  await store.noteWithheld(idsOf(withheld), `The entity has had its ${parts.smsPerDay} SMS within a day.`)
  const told = due.filter(({ entity }) => !spent.includes(entity))
  if (told.length > 0) await store.noteQueued(idsOf(told), await queue(parts, tx, to, told))
}

/** Until when what is due waits, together with what comes meanwhile; undefined: it goes out now. */
async function findPause(
  tx: Db,
  to: Addressee,
  due: readonly DueNotification[],
  now: number,
): Promise<number | undefined> {
  const putOffUntil = Math.max(0, ...due.map(({ notBefore }) => notBefore ?? 0))
  if (putOffUntil > now) return putOffUntil
  const retriedAt = await findRetry(tx, to, now)
  if (retriedAt !== undefined) return retriedAt
  const sent = await createNotificationStore(tx).countSent(to, now - HOUR_MS)
  return sent >= AN_HOUR[to.channel] ? now + PUT_OFF_MS : undefined
}

/** While a mail server, provider or receiver is away, one message waits for it and the rest becomes the next one. */
async function findRetry(tx: Db, to: Addressee, now: number): Promise<number | undefined> {
  if (to.channel !== 'webhook')
    return (await createNotificationStore(tx).isHeldUp(to, now)) ? now + HELD_UP_MS : undefined
  const at = (await createWebhookStore(tx).find(to.webhookId))?.nextTryAt
  return at !== undefined && at > now ? at : undefined
}

/** Entities that have had their SMS of a day. */
async function listSpent(tx: Db, due: readonly DueNotification[], most: number, now: number): Promise<EntityId[]> {
  const store = createNotificationStore(tx)
  const spent: EntityId[] = []
  // In one order, so that two servers do not wait for each other.
  for (const entity of [...new Set(due.map((one) => one.entity))].toSorted()) {
    if ((await store.countSms(entity, { since: now - DAY_MS, now })) >= most) spent.push(entity)
  }
  return spent
}

function idsOf(notifications: readonly DueNotification[]): number[] {
  return notifications.map(({ id }) => id)
}

function queue(
  { clock, queueMail, queueSms, queueWebhook, publicUrl, unsubscribeLinks }: HandOverParts,
  tx: Db,
  addressee: Addressee,
  due: readonly DueNotification[],
): Promise<string> {
  const now = clock()
  const times = { expiresAt: now + WANTED_MS, keptUntil: now + KEPT_MS }
  if (addressee.channel === 'webhook')
    return queueWebhook(tx, { to: addressee.webhookId, note: noteOf(due, publicUrl()), ...times })
  const { recipient: to = '', firstName = '', timeFormat = '24Hour' } = due.at(-1) ?? {}
  const reader: Reader = { firstName, timeFormat, publicUrl: publicUrl() }
  const alerts = due.map(({ alert }) => {
    const link = unsubscribeLinks.write({ userId: addressee.userId, alertId: alert.id })
    return { ...alert, unsubscribeUrl: `${reader.publicUrl}${UNSUBSCRIBE_PATH}/${link}` }
  })
  if (addressee.channel === 'sms') return queueSms(tx, { to, body: writeSms(alerts, reader), ...times })
  return queueMail(tx, { to, ...writeMail(alerts, reader), ...times })
}
