import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { notSent } from '@fieldwatch/messages/server-sentences'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { createMeasures } from '@fieldwatch/contract/measures/measure'
import { preferenceOf } from '@fieldwatch/contract/measures/measure-preference'
import { isPersonal, type NotificationChannel, type PERSONAL_CHANNELS } from '@fieldwatch/contract/alerts/alert-history'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { UNSUBSCRIBE_PATH } from '@fieldwatch/contract/delivery/unsubscribing'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { ReportMails } from '#delivery/mail/report-mails.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { UnsubscribeLinks } from '#people/credentials/unsubscribe-links.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import { createNotificationReachStore } from './recipient-store.ts'
import { type Addressee, type Addressees, createNotificationStore, type DueNotification } from './notification-store.ts'
import { type Reader, writeMail, writeSms } from './write-message.ts'
import type { AlertChannel } from './alert-channel.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { RefusalOf } from '#delivery/outbox/deliver-outbox.ts'

export interface HandOverParts extends Pick<Platform, 'db' | 'clock' | 'random' | 'log'> {
  readonly queueMail: QueueMail
  readonly queueSms: QueueSms
  /** Besides those of people. */
  readonly alertChannels: readonly AlertChannel[]
  readonly publicUrl: () => string
  readonly unsubscribeLinks: UnsubscribeLinks
  /** SMS about the alerts of one entity within a day. */
  readonly smsPerDay: number
}

/**
 * Messages to one addressee within an hour; what comes then is put together in one a quarter of an hour later. Alarms wait for other
 * alarms only, and not for reminders.
 */
const AN_HOUR: Readonly<Record<(typeof PERSONAL_CHANNELS)[number], number>> = { mail: 20, sms: 5 }
const PUT_OFF_MS = 15 * 60_000
/** What comes while a message to a person is retried is looked at again so often. */
const HELD_UP_MS = 30_000
/** A message about an alert is sent within a day or not at all. */
const WANTED_MS = DAY_MS
const KEPT_MS = 90 * DAY_MS
const ADDRESSEES_AT_ONCE = 200

/**
 * Writes one message into the outbox for each person and channel, and for each receiver, of all that is due to them. Returns whether more
 * may be due.
 */
export async function handOver(parts: HandOverParts): Promise<boolean> {
  const { db, clock } = parts
  const store = createNotificationStore(db)
  await store.withholdBut(
    parts.alertChannels.map(({ channel }) => channel),
    notSent('not-sent.channel-off'),
  )
  const due = await store.listDue(clock(), ADDRESSEES_AT_ONCE)
  for (const to of together(due)) await handOverApart(parts, to, (tx, some, only) => handOverTo(parts, tx, some, only))
  return due.length === ADDRESSEES_AT_ONCE
}

/** Mails in one transaction, as their own thousand would take seconds; others alone, as each SMS counts for the limit of its entity. */
function together(due: readonly Addressee[]): Addressees[] {
  const mails = due.flatMap(({ channel, id }) => (channel === 'mail' ? [id] : []))
  const others = due.flatMap(({ channel, id }) => (channel === 'mail' ? [] : [{ channel, ids: [id] }]))
  return mails.length === 0 ? others : [{ channel: 'mail', ids: mails }, ...others]
}

async function handOverTo(parts: HandOverParts, tx: Db, to: Addressees, only: number | undefined): Promise<void> {
  const now = parts.clock()
  const store = createNotificationStore(tx)
  await createNotificationReachStore(tx).narrowDue(to)
  const claimed = await store.claimDue(to, only, now)
  const isLate = ({ at }: DueNotification): boolean => at <= now - WANTED_MS
  await store.noteWithheld(idsOf(claimed.filter(isLate)), notSent('not-sent.late'))
  const findPause = await findPauses(parts, tx, to, now)
  const postponed: { id: number; until: number }[] = []
  const queued: { id: number; outboxId: string }[] = []
  const refused = Map.groupBy(claimed, (one) => one.refused)
  for (const [reason, some] of refused) if (reason !== undefined) await store.noteWithheld(idsOf(some), reason)
  const wanted = claimed.filter((one) => !isLate(one) && one.refused === undefined)
  for (const due of Map.groupBy(wanted, ({ addressee }) => addressee).values()) {
    const until = findPause(due)
    if (until === undefined) queued.push(...(await queueUnlessSpent(parts, tx, to.channel, due)))
    else postponed.push(...due.map(({ id }) => ({ id, until })))
  }
  await store.putOff(postponed)
  await store.noteQueued(queued)
}

/** Finds until when what is due to one of them waits, together with what comes in the meantime; undefined: it goes out now. */
async function findPauses(
  parts: HandOverParts,
  tx: Db,
  to: Addressees,
  now: number,
): Promise<(due: readonly DueNotification[]) => number | undefined> {
  const channel = findChannel(parts, to.channel)
  const most = isPersonal(to.channel) ? AN_HOUR[to.channel] : (channel?.mostAnHour ?? 0)
  const retries = channel === undefined ? await findHeldUp(tx, to, now) : await findRetries(tx, to, now, channel)
  const sent = await createNotificationStore(tx).countSent(to, now - HOUR_MS)
  return (due) => {
    // What was put off goes out with a new alarm.
    const isAlarm = due.some(({ alert, notBefore = 0 }) => alert.kind === 'alarm' && notBefore <= now)
    const putOffUntil = isAlarm ? 0 : Math.max(0, ...due.map(({ notBefore }) => notBefore ?? 0))
    if (putOffUntil > now) return putOffUntil
    const addressee = due[0]?.addressee ?? ''
    const { all, alarms } = sent.get(addressee) ?? { all: 0, alarms: 0 }
    const isFull = (isAlarm ? alarms : all) >= most
    return retries.get(addressee) ?? (isFull ? now + PUT_OFF_MS : undefined)
  }
}

function findChannel({ alertChannels }: HandOverParts, name: NotificationChannel): AlertChannel | undefined {
  return alertChannels.find(({ channel }) => channel === name)
}

/** While a mail server or provider is away, one message waits for it and the rest becomes the next one. */
async function findHeldUp(tx: Db, to: Addressees, now: number): Promise<ReadonlyMap<string, number>> {
  const held = await createNotificationStore(tx).listHeldUp(to, now)
  return new Map([...held].map((id) => [id, now + HELD_UP_MS]))
}

/** So it is while a receiver is away. */
async function findRetries(
  tx: Db,
  to: Addressees,
  now: number,
  channel: AlertChannel,
): Promise<ReadonlyMap<string, number>> {
  const retries = new Map<string, number>()
  for (const id of to.ids) {
    const at = await channel.findRetry(tx, id)
    if (at !== undefined && at > now) retries.set(id, at)
  }
  return retries
}

/** Writes one message of all that is due to one addressee, without the entities that have had their SMS. */
async function queueUnlessSpent(
  parts: HandOverParts,
  tx: Db,
  channel: NotificationChannel,
  due: readonly DueNotification[],
): Promise<{ id: number; outboxId: string }[]> {
  const spent = channel === 'sms' ? await listSpent(tx, due, parts.smsPerDay, parts.clock()) : []
  const withheld = due.filter(({ entity }) => spent.includes(entity))
  const reason = notSent('not-sent.sms-limit', { limit: parts.smsPerDay })
  await createNotificationStore(tx).noteWithheld(idsOf(withheld), reason)
  const allowed = due.filter(({ entity }) => !spent.includes(entity))
  if (allowed.length === 0) return []
  const outboxId = await queue(parts, tx, channel, allowed)
  return allowed.map(({ id }) => ({ id, outboxId }))
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
  parts: HandOverParts,
  tx: Db,
  channel: NotificationChannel,
  due: readonly DueNotification[],
): Promise<string> {
  const { clock, queueMail, queueSms, publicUrl, unsubscribeLinks } = parts
  const now = clock()
  const times = { expiresAt: now + WANTED_MS, keptUntil: now + KEPT_MS }
  const ofExtension = findChannel(parts, channel)
  if (ofExtension !== undefined) return queueToReceiver(parts, tx, ofExtension, { due, ...times })
  const { recipient: to = '', firstName = '', language, timeFormat = '24Hour', measures, addressee } = due.at(-1) ?? {}
  const preferred = createMeasures(preferenceOf(measures))
  const reader: Reader = {
    firstName,
    language: languageFor(language),
    timeFormat,
    measures: preferred,
    publicUrl: publicUrl(),
  }
  const alerts = due.map(({ alert }) => {
    const link = unsubscribeLinks.write({ userId: addressee as UserId, alertId: alert.id })
    return { ...alert, unsubscribeUrl: `${reader.publicUrl}${UNSUBSCRIBE_PATH}/${link}` }
  })
  if (channel === 'sms') return queueSms(tx, { to, body: writeSms(alerts, reader), ...times })
  return queueMail(tx, { to, ...writeMail(alerts, reader), ...times })
}

interface Queued {
  readonly due: readonly DueNotification[]
  readonly expiresAt: number
  readonly keptUntil: number
}

async function queueToReceiver(
  { clock, random, publicUrl }: HandOverParts,
  tx: Db,
  { channel: kind, write }: AlertChannel,
  { due, ...times }: Queued,
): Promise<string> {
  const id = random.id()
  const to = { kind, recipient: due[0]?.addressee ?? '', subject: '' }
  await createOutboxStore(tx).add({ id, ...to, body: write(due, publicUrl()), createdAt: clock(), ...times })
  return id
}

type Parts = Pick<HandOverParts, 'db' | 'clock' | 'log'>

/** Hands over all that is due to some, or only one. */
type HandOver = (tx: Db, to: Addressees, only?: number) => Promise<void>

const POSTPONED_MS = 15 * 60_000
const REASON = notSent('not-sent.unwritten')

/**
 * Hands over what is due to addressees together. Where that fails each of them goes alone, and then each notification, so that only one
 * that cannot be written is postponed.
 */
export async function handOverApart(parts: Parts, to: Addressees, handOver: HandOver): Promise<void> {
  const { db, clock, log } = parts
  const attempt = (only?: number): Promise<'done' | 'failed' | 'database away'> =>
    db
      .transaction()
      .execute((tx) => handOver(tx, to, only))
      .then(() => 'done' as const)
      .catch((error: unknown) => {
        log.warn({ err: error, ...to, notification: only }, 'queueing an alert notification failed')
        return isDatabaseAway(error) ? 'database away' : 'failed'
      })
  // What a database that is away cuts off is due at once when it is back.
  if ((await attempt()) !== 'failed') return
  if (to.ids.length > 1) {
    for (const id of to.ids) await handOverApart(parts, { ...to, ids: [id] }, handOver)
    return
  }
  const store = createNotificationStore(db)
  for (const id of await store.listDueTo(to, clock())) {
    if ((await attempt(id)) === 'failed') await store.postpone(id, clock() + POSTPONED_MS, REASON)
  }
}

/** Why a waiting mail or SMS is not sent. */
export function createPersonalRefusal(db: Db, reportMails: ReportMails | undefined): RefusalOf {
  const notifications = createNotificationStore(db)
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) =>
    (await notifications.findRefusal(id, recipient)) ??
    (await reach.withdraw(id)) ??
    reportMails?.findRefusal(db, id, recipient)
}
