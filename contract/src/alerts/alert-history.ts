import { z } from 'zod'
import { Moment } from '../telemetry/data.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { AlertId, DataId, EntityId, UtcTime } from '../api/ids.ts'
import { PagePosition } from '../api/page-position.ts'
import { longText } from '../text/text.ts'
import { ZonedTime } from '../time/times.ts'
import { Sentence } from '../text/sentence.ts'

/** What can be said of a snooze, an acknowledgement or a maintenance period. */
export const LONGEST_COMMENT = 1_000

/**
 * What happened to an alert on a unit: it became `high` or `ok`, a person acted on it, it `ended` as what it watched was
 * deleted, it has a new owner, or it `rested` while the unit was deactivated or the source paused, and then `resumed`.
 */
export const AlertHappening = z.enum([
  'high',
  'ok',
  'acknowledged',
  'snoozed',
  'changed',
  'ended',
  'handed-over',
  'rested',
  'resumed',
])
export type AlertHappening = z.infer<typeof AlertHappening>

export const AlertHistoryEntry = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  happening: AlertHappening,
  /** The time of the record, where a record caused it. */
  atUTC: UtcTime,
  /** When the portal found it. */
  notedUTC: UtcTime,
  value: z.number().nullable(),
  /** The limit at that time; null for a silence. */
  limit: z.number().nullable(),
  /** The unit of measure of the value and the limit; null where it is not known. */
  unitOfMeasure: z.string().nullable(),
  /** Whether it was found by a late record. No notification was sent. */
  late: z.boolean(),
  /** Only for a snooze: its end; null: it was ended. */
  untilUTC: UtcTime.nullable(),
  /** Who did it, where someone in reach did. */
  by: z.string().nullable(),
  /** The comment of the person who acknowledged or snoozed it. */
  comment: z.string().nullable(),
  /** Why the portal did it. */
  reason: Sentence.nullable(),
})
export type AlertHistoryEntry = z.infer<typeof AlertHistoryEntry>

const page = {
  /** The next page begins behind this one. */
  next: z.string().nullable(),
}

const paging = {
  /** From the page before. */
  after: PagePosition.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
}

const readEndpoint = endpointsWith({ scope: 'read', tag: 'alerts' })
const userEndpoint = endpointsWith({ tag: 'alerts' })
const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'alerts' })

export const listAlertHistory = readEndpoint(`GET ${API_BASE}/alerts/history`, {
  summary: 'What happened to an alert, on one unit or on all of its units in reach, the newest first, page by page',
  query: z.object({ alertID: AlertId, dataID: DataId.optional(), ...paging }),
  reply: envelope(z.object({ history: z.array(AlertHistoryEntry), ...page })),
})

/** When an alert was triggered on a unit, for a drawing. */
export const AlertBands = z.object({
  name: z.string(),
  /** The condition with the limit of that time, such as `room.temp > 8`; null for a silence. */
  comparison: z.string().nullable(),
  /** As long as it lasts, up to the end of the range or to now. */
  bands: z.array(z.object({ startUTC: UtcTime, endUTC: UtcTime, count: z.number() })),
  /** The times without data, longer than is usual for the source. */
  noData: z.array(z.object({ startUTC: UtcTime, endUTC: UtcTime })),
})
export type AlertBands = z.infer<typeof AlertBands>

export const listAlertBands = readEndpoint(`GET ${API_BASE}/alerts/bands`, {
  summary: 'When an alert was triggered on a unit, for a drawing of a range that is so many columns wide',
  query: z.object({
    alertID: AlertId,
    dataID: DataId,
    startDate: Moment,
    endDate: Moment,
    width: z.coerce.number().int().min(1).max(4_000).default(1_000),
  }),
  reply: envelope(AlertBands),
})

/** By which people get messages. */
export const PERSONAL_CHANNELS = ['mail', 'sms'] as const

/** One of people, or one by which an extension reaches others, such as `webhook`. */
export const NotificationChannel = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
export type NotificationChannel = z.infer<typeof NotificationChannel>

export function isPersonal(channel: NotificationChannel): channel is (typeof PERSONAL_CHANNELS)[number] {
  return PERSONAL_CHANNELS.some((one) => one === channel)
}

/** `summary`: what changed without its own message. `ended`: what the alert watched was deleted while it was triggered. */
export const NotificationKind = z.enum(['alarm', 'reminder', 'all-clear', 'summary', 'ended'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** `waiting`: not handed over yet, `sent`: taken by the mail server or provider, `failed`: never will be, `withheld`: not wanted. */
export const NotificationState = z.enum(['waiting', 'sent', 'failed', 'withheld'])
export type NotificationState = z.infer<typeof NotificationState>

export const AlertNotification = z.object({
  alertID: AlertId,
  alertName: z.string(),
  kind: NotificationKind,
  channel: NotificationChannel,
  /** To whom: an address, a number, or the name of a receiver. */
  recipient: z.string(),
  /** How many units it is about, and the first of them. */
  unitCount: z.number(),
  units: z.array(DataId),
  atUTC: UtcTime,
  state: NotificationState,
  sentUTC: UtcTime.nullable(),
  attempts: z.number(),
  /** Why it was withheld, or what the mail server or provider last said. */
  reason: Sentence.nullable(),
})
export type AlertNotification = z.infer<typeof AlertNotification>

export const listAlertNotifications = readEndpoint(`GET ${API_BASE}/alerts/notifications`, {
  summary:
    'What was sent of an alert (its owners; admins in reach), or of all alerts in reach (admin), the newest first',
  query: z.object({
    alertID: AlertId.optional(),
    entity: EntityId.optional(),
    channel: NotificationChannel.optional(),
    state: NotificationState.optional(),
    ...paging,
  }),
  reply: envelope(z.object({ notifications: z.array(AlertNotification), ...page })),
})

export const acknowledgeAlert = userEndpoint(`POST ${API_BASE}/alerts/acknowledge`, {
  summary: 'Acknowledge an alert: no reminders until it is OK again (its owners; admins in reach)',
  body: z.object({
    alertID: AlertId,
    /** All of its units when left out. */
    dataID: DataId.optional(),
    comment: longText(LONGEST_COMMENT).default(''),
  }),
})

export const snoozeAlert = userEndpoint(`POST ${API_BASE}/alerts/snooze`, {
  summary: 'Pause the notifications of an alert until a moment; null resumes them (its owners; admins in reach)',
  body: z.object({
    alertID: AlertId,
    dataID: DataId.optional(),
    until: ZonedTime.nullable(),
    comment: longText(LONGEST_COMMENT).default(''),
  }),
})

/** A maintenance window of a unit: its alerts send no notifications. */
export const MaintenanceWindow = z.object({
  maintenanceID: z.number().int(),
  dataID: DataId,
  fromUTC: UtcTime,
  toUTC: UtcTime,
  comment: z.string(),
  /** Who added it, where someone in reach did. */
  by: z.string().nullable(),
})
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>

export const listMaintenance = readEndpoint(`GET ${API_BASE}/alerts/maintenance`, {
  summary: 'The maintenance windows of a unit that are not over',
  query: z.object({ dataID: DataId }),
  reply: envelope(z.array(MaintenanceWindow)),
})

export const addMaintenance = manageEndpoint(`POST ${API_BASE}/alerts/maintenance`, {
  idempotent: true,
  summary: 'Add a maintenance window to a unit (admin of all of its entities)',
  body: z
    .object({ dataID: DataId, from: ZonedTime, to: ZonedTime, comment: longText(LONGEST_COMMENT).default('') })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'fields.ends-before',
    }),
  reply: envelope(MaintenanceWindow),
})

export const removeMaintenance = manageEndpoint(`DELETE ${API_BASE}/alerts/maintenance`, {
  summary: 'Remove a maintenance window of a unit (admin of all of its entities)',
  body: z.object({ dataID: DataId, maintenanceID: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
})
