import { z } from 'zod'
import { Pagination } from '../actions/actions.ts'
import { AlertCondition, findClearLimitProblem } from './alert-conditions.ts'
import { AlertSchedule } from './alert-schedule.ts'
import { EventName } from '../events/events.ts'
import { isHiddenSource } from '../telemetry/data.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { AlertId, DataId, EntityId, SourceName, UserId, UtcTime } from '../api/ids.ts'
import { line, longText } from '../text/text.ts'
import { isTimeZone } from '../time/time-zone.ts'
import { SeenVersion, Version } from '../api/version.ts'
import { Sentence } from '../text/sentence.ts'

/** The most alerts of one entity, and the most units of one alert. */
export const MOST_ALERTS = 1_000
export const MOST_ALERT_UNITS = 1_000
/** The most owners of one alert, and the most viewers. */
export const MOST_PEOPLE = 100

const DAY_SECONDS = 86_400

/** The times of an alert in seconds, from and to which one can be entered. */
export const ALERT_TIMES = {
  forSeconds: { least: 0, most: 7 * DAY_SECONDS },
  silentSeconds: { least: 10, most: 366 * DAY_SECONDS },
  graceSeconds: { least: 0, most: 7 * DAY_SECONDS },
  interval: { least: 0, most: 366 * DAY_SECONDS },
} as const

/** Whether the pickers of alerts do not offer a source. */
export function isHiddenFromAlerts(source: string): boolean {
  return isHiddenSource(source) || source === 'Alert_Database'
}

/**
 * `value`: a number of a source satisfies a condition; `silence`: a unit, or one source of it, sends nothing; `event`: an occurrence of an
 * event table of the unit lasts.
 */
export const AlertType = z.enum(['value', 'silence', 'event'])
export type AlertType = z.infer<typeof AlertType>

/** `high` is shown as Triggered. */
export const AlertStatus = z.enum(['ok', 'high'])
export type AlertStatus = z.infer<typeof AlertStatus>

const seconds = (of: keyof typeof ALERT_TIMES) => z.number().int().min(ALERT_TIMES[of].least).max(ALERT_TIMES[of].most)

const fields = {
  name: line(100).min(1, 'fields.name-required'),
  description: longText(1_000),
  entity: EntityId,
  owners: z.array(UserId).max(MOST_PEOPLE),
  /** With whom it is shared: they get its messages, and change nothing. */
  viewers: z.array(UserId).max(MOST_PEOPLE),
  type: AlertType,
  /** The source of the units. A silence without one is that of the whole unit. An event table names its own. */
  source: SourceName.nullable(),
  /** The name of the event table, of which each unit has its own. */
  event: EventName.nullable(),
  /** Only for an alert on a value. */
  condition: AlertCondition.nullable(),
  /** Behind this limit a value has to fall back before the alert is OK again; null: behind that of the condition. */
  clearLimit: z.number().nullable(),
  /** How long the condition has to hold, or the occurrence to last, before the alert is triggered. */
  forSeconds: seconds('forSeconds'),
  /** Only for an alert on an event table on a place: when it counts; null: always. */
  schedule: AlertSchedule.nullable(),
  /** After how long a silence is one; null: learned from how often records come. */
  silentSeconds: seconds('silentSeconds').nullable(),
  /** Is added to what was learned, for links that come and go. */
  graceSeconds: seconds('graceSeconds'),
  /** Seconds between repeated notifications while the alert lasts; 0: once per event. */
  interval: seconds('interval').refine((length) => length === 0 || length >= 60, 'fields.interval'),
  devices: z.array(DataId).min(1, 'fields.choose-units').max(MOST_ALERT_UNITS),
  /** In which messages name times, as IANA has it. */
  timeZone: line(100).refine(isTimeZone, 'fields.no-time-zone'),
}

/** An alert as people write it, complete. */
export const AlertDraft = z.object(fields).superRefine(refuseProblems)
export type AlertDraft = z.infer<typeof AlertDraft>

type Watched = Pick<
  AlertDraft,
  'type' | 'source' | 'event' | 'condition' | 'clearLimit' | 'forSeconds' | 'silentSeconds' | 'schedule'
>

/** Refuses an alert in which something does not fit together. */
export function refuseProblems(draft: Watched, context: z.RefinementCtx): void {
  for (const [field, message] of Object.entries(findAlertProblems(draft)))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** What does not fit together in an alert, by field. */
export function findAlertProblems(draft: Watched): Record<string, string> {
  const { type, source, event, condition, clearLimit } = draft
  if (type === 'event') return findEventProblems(draft)
  const problems: Record<string, string> = {}
  if (event !== null) problems['event'] = 'fields.only-event'
  if (draft.schedule !== null) problems['schedule'] = 'fields.only-event'
  if (type === 'silence') {
    if (condition !== null) problems['condition'] = 'fields.silence-condition'
    if (draft.forSeconds > 0) problems['forSeconds'] = 'fields.silence-time'
    return problems
  }
  if (source === null) problems['source'] = 'fields.source-required'
  if (condition === null) problems['condition'] = 'fields.condition-required'
  if (draft.silentSeconds !== null) problems['silentSeconds'] = 'fields.only-silence'
  const problem = condition === null || clearLimit === null ? undefined : findClearLimitProblem(condition, clearLimit)
  if (problem !== undefined) problems['clearLimit'] = problem
  return problems
}

/** The event table says which value is compared, and with what. */
function findEventProblems(draft: Watched): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.event === null) problems['event'] = 'fields.event-required'
  for (const field of ['source', 'condition', 'clearLimit'] as const) {
    if (draft[field] !== null) problems[field] = 'fields.event-says'
  }
  if (draft.silentSeconds !== null) problems['silentSeconds'] = 'fields.only-silence'
  if (draft.schedule?.kind === 'by' && draft.forSeconds > 0) problems['forSeconds'] = 'fields.time-of-day-only'
  return problems
}

/** What callers of the specification write besides. Who is signed in makes an alert, whatever they say. */
const notBelieved = {
  createdBy: UserId.nullish(),
  users: z
    .array(UserId)
    .max(2 * MOST_PEOPLE)
    .optional(),
}

/** A new alert: what is left out has the usual value. */
const NewAlert = z
  .object({
    ...fields,
    entity: EntityId.optional(),
    description: fields.description.default(''),
    owners: fields.owners.default([]),
    viewers: fields.viewers.default([]),
    type: fields.type.default('value'),
    source: fields.source.default(null),
    event: fields.event.default(null),
    condition: fields.condition.default(null),
    clearLimit: fields.clearLimit.default(null),
    forSeconds: fields.forSeconds.default(0),
    schedule: fields.schedule.default(null),
    silentSeconds: fields.silentSeconds.default(null),
    graceSeconds: fields.graceSeconds.default(120),
    interval: fields.interval.default(0),
    timeZone: fields.timeZone.default('UTC'),
    alertID: z.string().max(64).nullish(),
    ...notBelieved,
  })
  .superRefine(refuseProblems)
export type NewAlert = z.infer<typeof NewAlert>

/** What is left out stays. */
export const AlertChanges = z.object(fields).partial()
export type AlertChanges = z.infer<typeof AlertChanges>

/** The state of an alert for one of its units. */
export const AlertState = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  status: AlertStatus,
  /** The time of the record with which it became so; null: it was never anything else. */
  sinceUTC: UtcTime.nullable(),
  /** In that record; null for a silence. */
  value: z.number().nullable(),
  /** The last record that was judged; for a new alert the newest one of the source. */
  lastUTC: UtcTime.nullable(),
  lastValue: z.number().nullable(),
  /** Only for a silence: after how long the unit counts as silent; null until that is learned. */
  silentSeconds: z.number().nullable(),
  /** What the event table of the unit finds, such as `room.temp > 20`; null for other alerts, and where the unit has no such table. */
  comparison: z.string().nullable(),
  acknowledgedUTC: UtcTime.nullable(),
  acknowledgedBy: z.string().nullable(),
  comment: z.string().nullable(),
  snoozedUntilUTC: UtcTime.nullable(),
  /** The unit is in maintenance: no notifications are sent. */
  maintainedUntilUTC: UtcTime.nullable(),
  /** Why it is resting and sends no notifications: the unit is deactivated, or the source is paused. */
  resting: z.enum(['deactivated', 'paused']).nullable(),
  /** Why the alert no longer watches this unit, such as a deleted source. */
  ended: Sentence.nullable(),
})
export type AlertState = z.infer<typeof AlertState>

const AlertPerson = z.object({ id: UserId, name: z.string() })

export const Alert = AlertDraft.safeExtend({
  id: AlertId,
  /** Were checked when they were written. */
  timeZone: z.string(),
  event: z.string().nullable(),
  /** What people call the event table. */
  eventTitle: z.string().nullable(),
  /** Units in reach only. */
  devices: z.array(DataId),
  /** Owners and viewers. As in `owners` and `viewers`, people out of reach are left out; a change keeps them. */
  users: z.array(UserId),
  /** Their names. */
  people: z.array(AlertPerson),
  /** How many of each are out of reach. */
  outOfReach: z.object({ owners: z.number().int(), viewers: z.number().int() }),
  createdBy: UserId.nullable(),
  /** `high` as long as it is so for one of its units. */
  status: AlertStatus,
  /** The unit of measure of the values of its condition; null where it is not known. */
  unitOfMeasure: z.string().nullable(),
  /** Its states for the units in reach, the triggered ones first; in lists at most 100. */
  states: z.array(AlertState),
  /** Why it watches nothing any more; change it to watch something else. */
  ended: Sentence.nullable(),
  /** What the caller is to it. */
  mine: z.enum(['owner', 'viewer', 'none']),
  /** The caller gets no messages of it, and may subscribe again. */
  unsubscribed: z.boolean(),
  /**
   * No message about it reaches anybody: its people muted it, have no channel or are disabled, and its entity has no webhook. Of a list for
   * one unit: about that unit.
   */
  notifiesNobody: z.boolean(),
  version: Version,
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = defineEndpoint(`GET ${API_BASE}/alerts`, {
  scope: 'read',
  tag: 'alerts',
  summary:
    'The alerts that one owns or that are shared with one, the triggered ones first, then by name; with `all` those of the entities in reach (admin)',
  query: z.object({
    /** Only those of a unit. */
    dataID: DataId.optional(),
    /** Only this one, with all of its states. */
    alertID: AlertId.optional(),
    all: z.stringbool().default(false),
    /** Only those that one owns, or that are shared with one. */
    mine: z.enum(['owner', 'viewer']).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: envelope(z.array(Alert)).extend({ pagination: Pagination }),
})

const manageEndpoint = endpointsWith({ scope: 'manage-alerts', tag: 'alerts' })

export const createAlert = manageEndpoint(`POST ${API_BASE}/alerts`, {
  idempotent: true,
  summary: 'Make an alert on units in reach; anyone who makes it is an owner',
  body: NewAlert,
  reply: envelope(z.object({ alertID: AlertId })),
})

export const updateAlert = manageEndpoint(`PUT ${API_BASE}/alerts`, {
  summary:
    'Change an alert (its owners; admins in reach). With another condition it is judged at once by the newest values',
  body: AlertChanges.safeExtend({ alertID: AlertId, version: SeenVersion, ...notBelieved }),
  reply: envelope(z.object({ alertID: AlertId, version: Version })),
})

export const removeAlert = manageEndpoint(`DELETE ${API_BASE}/alerts`, {
  summary: 'Remove an alert with its history (its owners; admins in reach)',
  body: z.object({ alertID: AlertId }),
})

export const unsubscribeAlert = defineEndpoint(`POST ${API_BASE}/alerts/unsubscribe`, {
  tag: 'alerts',
  summary:
    'Get no more messages of an alert; a viewer leaves it, an owner keeps it and may subscribe again, as may who left by a mail',
  body: z.object({ alertID: AlertId, subscribe: z.boolean().default(false) }),
})
