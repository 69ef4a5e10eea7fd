import type { Logger } from 'pino'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { UNSUBSCRIBE_PATH } from '@fieldwatch/contract/delivery/unsubscribing'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import type { QueueWebhook } from '#delivery/webhooks/queue-webhook.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { mayRead } from '#records/store/source-policy.ts'
import {
  type ClaimedAlert,
  createNotificationStore,
  type DueNotification,
  type NewNotification,
  type NotificationStore,
  type PersonalChannel,
  type Recipient,
  type TakenNotice,
} from './notification-store.ts'
import { handOverApart } from './hand-over-apart.ts'
import { createNotificationReachStore } from './notification-reach-store.ts'
import { handOverToWebhooks, notificationsOfWebhooks } from './notify-webhooks.ts'
import type { UnsubscribeLinks } from '#people/credentials/unsubscribe-links.ts'
import { type Reader, type ToldUnit, writeMail, writeSms } from './write-message.ts'

export interface NotifyingParts {
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
/** Messages to one person within an hour; what comes then is put together in one a quarter of an hour later. */
const AN_HOUR: Readonly<Record<PersonalChannel, number>> = { mail: 20, sms: 5 }
const PUT_OFF_MS = 15 * 60_000
/** What comes while a message to somebody cannot be handed over is looked at again so often. */
const HELD_UP_MS = 30_000
/** Nobody wants the alert of yesterday. */
const WANTED_MS = DAY_MS
const KEPT_MS = 90 * DAY_MS
const ALERTS_AT_ONCE = 10
const PEOPLE_AT_ONCE = 200

/** Tells people what is to be told: each notice once, one message a person for all that is due. */
export async function notifyPeople(parts: NotifyingParts): Promise<void> {
  await takeAllNotices(parts)
  await handOver(parts)
  await handOverToWebhooks(parts)
}

/** Decides who is told what. When some alerts fail each is taken alone, so that only the one is left that cannot be taken. */
async function takeAllNotices(parts: NotifyingParts): Promise<void> {
  const failed: AlertId[] = []
  let most = ALERTS_AT_ONCE
  for (;;) {
    const claimed: AlertId[] = []
    try {
      if ((await takeNotices(parts, { most, failed, claimed })) === 0) return
    } catch (error) {
      const [id] = claimed
      if (id === undefined) throw error
      if (claimed.length === 1) {
        parts.log.warn({ err: error, alertId: id }, 'alert notices not taken')
        failed.push(id)
      }
      most = 1
    }
  }
}

/** Decides who is told what, and by which channel. Returns for how many alerts. */
async function takeNotices(
  { db, clock }: NotifyingParts,
  { most, failed, claimed }: { most: number; failed: readonly AlertId[]; claimed: AlertId[] },
): Promise<number> {
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const alerts = await createNotificationStore(tx).claimAlerts(most, failed)
    claimed.push(...alerts.map(({ id }) => id))
    for (const alert of alerts) await takeOf(tx, alert, at)
    return alerts.length
  })
}

async function takeOf(tx: Db, alert: ClaimedAlert, at: number): Promise<void> {
  const store = createNotificationStore(tx)
  const notices = await store.takeNotices(alert.id)
  const dataIds = [...new Set(notices.map(({ dataId }) => dataId))]
  if (dataIds.length === 0) return
  const recipients = await listReaders(tx, alert, dataIds)
  const informed = new Map(await store.listInformed(alert.id, dataIds))
  const hears = (dataId: DataId): UserId[] =>
    recipients.filter(({ units }) => units.has(dataId)).map(({ userId }) => userId)
  // After a time in which nobody was told anything, alarm and all-clear may be among the same notices.
  const heard = new Map(informed)
  for (const { kind, dataId } of notices) if (kind === 'alarm') heard.set(dataId, hears(dataId))
  const added: NewNotification[] = []
  for (const [kind, ofKind] of Map.groupBy(notices, (notice) => notice.kind)) {
    for (const recipient of recipients) {
      const told = ofKind
        .filter((notice) => isFor(recipient, notice, heard))
        .map(({ kind: _kind, ...unit }): ToldUnit => unit)
      if (told.length > 0) added.push(...notificationsOf(alert, recipient, { kind, told, at }))
    }
  }
  for (const { dataId, status, kind } of notices) {
    const now = hears(dataId)
    informed.set(
      dataId,
      status === 'ok' ? [] : kind === 'alarm' ? now : [...new Set([...(informed.get(dataId) ?? []), ...now])],
    )
  }
  await store.add([...added, ...(await notificationsOfWebhooks(tx, alert, notices, at))])
  await store.setInformed(alert.id, informed)
}

/** Those of an alert who may read what it is about. */
export async function listReaders(
  tx: Db,
  { id, source }: ClaimedAlert,
  dataIds: readonly DataId[],
): Promise<Recipient[]> {
  const named = await createNotificationStore(tx).listRecipients(id, dataIds)
  return named.filter((person) => source === null || mayRead(person, source))
}

/** An all-clear is for those who heard of the alarm. */
function isFor(
  { userId, units }: Recipient,
  { kind, dataId }: TakenNotice,
  informed: ReadonlyMap<DataId, readonly UserId[]>,
): boolean {
  return units.has(dataId) && (kind !== 'all-clear' || informed.get(dataId)?.includes(userId) === true)
}

export function notificationsOf(
  alert: { id: AlertId; entity: EntityId },
  { userId, email, phone, channels }: Recipient,
  { kind, told, at }: { kind: NotificationKind; told: readonly ToldUnit[]; at: number },
): NewNotification[] {
  const common = { alertId: alert.id, entity: alert.entity, userId, kind, at, told }
  const missing = phone === '' ? 'The user has no verified phone number.' : undefined
  return [
    ...(channels.emailEnable ? [{ ...common, channel: 'mail' as const, recipient: email, withheld: undefined }] : []),
    ...(channels.smsEnable ? [{ ...common, channel: 'sms' as const, recipient: phone, withheld: missing }] : []),
  ]
}

/** Writes one message to each person of all that is due to them. */
async function handOver(parts: NotifyingParts): Promise<void> {
  const { db, clock } = parts
  const due = await createNotificationStore(db).listDue(clock(), PEOPLE_AT_ONCE)
  for (const { userId, channel } of due) {
    await handOverApart(parts, {
      named: { userId, channel },
      listIds: () => createNotificationStore(db).listDueTo(userId, channel, clock()),
      handOver: (tx, only) => handOverTo(parts, tx, { userId, channel }, only),
    })
  }
}

async function handOverTo(
  parts: NotifyingParts,
  tx: Db,
  { userId, channel }: { userId: UserId; channel: PersonalChannel },
  only: number | undefined,
): Promise<void> {
  const now = parts.clock()
  const store = createNotificationStore(tx)
  await createNotificationReachStore(tx).narrowDueToPerson(userId, channel)
  const claimed = await store.claimDue({ userId, channel, only }, now)
  const late = claimed.filter(({ at }) => at <= now - WANTED_MS)
  await store.noteWithheld(idsOf(late), 'It could not be handed over within a day.')
  const due = claimed.filter(({ at }) => at > now - WANTED_MS)
  const until = await findPause(store, { userId, channel }, due, now)
  if (until !== undefined) return store.putOff(idsOf(due), until)
  const spent = channel === 'sms' ? await listSpent(store, due, parts.smsPerDay, now) : []
  const withheld = due.filter(({ entity }) => spent.includes(entity))
  await store.noteWithheld(idsOf(withheld), `The entity has had its ${parts.smsPerDay} SMS within a day.`)
  const told = due.filter(({ entity }) => !spent.includes(entity))
  if (told.length > 0) await store.noteQueued(idsOf(told), await queue(parts, tx, { userId, channel }, told))
}

/** Until when what is due to somebody waits, together with what comes meanwhile; undefined: it goes out now. */
async function findPause(
  store: NotificationStore,
  { userId, channel }: { userId: UserId; channel: PersonalChannel },
  due: readonly DueNotification[],
  now: number,
): Promise<number | undefined> {
  const putOffUntil = Math.max(0, ...due.map(({ notBefore }) => notBefore ?? 0))
  if (putOffUntil > now) return putOffUntil
  // While a mail server or provider is away one message waits for it, and not a storm.
  if (await store.isHeldUp(userId, channel, now)) return now + HELD_UP_MS
  const sent = await store.countSent(userId, channel, now - HOUR_MS)
  return sent >= AN_HOUR[channel] ? now + PUT_OFF_MS : undefined
}

/** Entities that have had their SMS of a day. */
async function listSpent(
  store: NotificationStore,
  due: readonly DueNotification[],
  most: number,
  now: number,
): Promise<EntityId[]> {
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

async function queue(
  { clock, queueMail, queueSms, publicUrl, unsubscribeLinks }: NotifyingParts,
  tx: Db,
  { userId, channel }: { userId: UserId; channel: PersonalChannel },
  due: readonly DueNotification[],
): Promise<string> {
  const now = clock()
  const { recipient: to = '', firstName = '', timeFormat = '24Hour' } = due.at(-1) ?? {}
  const reader: Reader = { firstName, timeFormat, publicUrl: publicUrl() }
  const alerts = due.map(({ alert }) => {
    const link = unsubscribeLinks.write({ userId, alertId: alert.id })
    return { ...alert, unsubscribeUrl: `${reader.publicUrl}${UNSUBSCRIBE_PATH}/${link}` }
  })
  const times = { expiresAt: now + WANTED_MS, keptUntil: now + KEPT_MS }
  if (channel === 'sms') return queueSms(tx, { to, body: writeSms(alerts, reader), ...times })
  return queueMail(tx, { to, ...writeMail(alerts, reader), ...times })
}
