import { z } from 'zod'
import { Sentence, sentence } from '@fieldwatch/contract/text/sentence'
import { NotificationState } from '@fieldwatch/contract/alerts/alert-history'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing } from '@fieldwatch/contract/api/errors'
import { COMPARISONS } from '@fieldwatch/contract/comparisons/comparison-names'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { DataId, EntityId, UserId, UtcTime } from '@fieldwatch/contract/api/ids'
import { PagePosition } from '@fieldwatch/contract/api/page-position'
import { FILE_FORMATS } from '@fieldwatch/contract/tables/table'
import { line, phrase } from '@fieldwatch/contract/text/text'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'

/** Reports that the portal mails to people regularly: an event report, or the file of a chart, of the day, week or month before. */

/** The most of one entity. */
export const MOST_SCHEDULES = 200
/** The most people who get one report. */
const MOST_RECIPIENTS = 50
/** A longer file is not attached: the mail says where it is. */
export const MOST_REPORT_BYTES = 10_000_000
/** The files of a mail together: mail servers refuse more than some 20 MB, and a mail is a third longer than its files. */
export const MOST_MAIL_BYTES = 14_000_000

/** What is attached, in this order. */
export const ATTACHED_FORMATS = [...FILE_FORMATS, 'pdf'] as const
export type AttachedFormat = (typeof ATTACHED_FORMATS)[number]
/** Limits of the log of a report: entries and age. */
export const MOST_RUNS = 100
/** Mails with reports to one person within a day. */
export const MOST_REPORT_MAILS = 100
export const RUNS_KEPT_DAYS = 400

export const ScheduleId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** As a reply has it too, where nothing can be transformed. */
const EventName = line(100).overwrite(nameOfEvent).min(1, 'fields.name-required')

/** The units of measure of its values: as sent, or those that each recipient prefers. */
const Units = z.enum(['sent', 'preferred']).optional()

/** Mail and file list the notes of the period. */
const Notes = z.boolean().optional()

/** The attached files, each of another format; CSV when left out. */
const Formats = z
  .array(z.enum(ATTACHED_FORMATS))
  .min(1, 'fields.choose-file')
  .max(ATTACHED_FORMATS.length)
  .refine((formats) => new Set(formats).size === formats.length, 'fields.file-twice')
  .optional()

/** What the files have in them. A chart is known by its title. */
export const ReportContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('events'),
    event: EventName,
    report: line(100).min(1),
    units: Units,
    notes: Notes,
    formats: Formats,
  }),
  z.strictObject({
    kind: z.literal('chart'),
    chart: phrase(200),
    units: Units,
    notes: Notes,
    formats: Formats,
    /** The mail has the figures of this period too. */
    compareWith: z.enum(COMPARISONS).optional(),
  }),
])
export type ReportContent = z.infer<typeof ReportContent>

/** The files of a report, in the order in which they are attached. */
export function formatsOf({ formats = ['csv'] }: ReportContent): readonly AttachedFormat[] {
  return ATTACHED_FORMATS.filter((format) => formats.includes(format))
}

function rhythmIn(timeZone: z.ZodString) {
  const when = { hour: z.number().int().min(0).max(23), timeZone }
  return z.discriminatedUnion('every', [
    z.strictObject({ every: z.literal('day'), ...when }),
    /** 1 is Monday. */
    z.strictObject({ every: z.literal('week'), weekday: z.number().int().min(1).max(7), ...when }),
    z.strictObject({
      every: z.literal('month'),
      day: z.union([z.literal('last'), z.number().int().min(1).max(28)]),
      ...when,
    }),
  ])
}

/** When it is sent. The hour is a local time of the time zone. */
export const ReportRhythm = rhythmIn(line(100).refine(isTimeZone, 'fields.no-time-zone'))
export type ReportRhythm = z.infer<typeof ReportRhythm>

const fields = {
  name: line(100).min(1, 'fields.name-required'),
  content: ReportContent,
  rhythm: ReportRhythm,
  /** Users. Others than oneself are named by admins. */
  recipients: z
    .array(UserId)
    .min(1, 'fields.choose-person')
    .max(MOST_RECIPIENTS, sentence('fields.recipients-most', { count: MOST_RECIPIENTS }))
    .refine((ids) => new Set(ids).size === ids.length, 'fields.person-twice'),
}

/** A new one as people enter it. */
export const ScheduleDraft = z.object({ dataID: DataId, ...fields })
export type ScheduleDraft = z.infer<typeof ScheduleDraft>

/** `waiting`: it is being written; `skipped`: no one was to get it. */
const RUN_STATES = ['waiting', 'done', 'failed', 'skipped'] as const

/** What became of the mail to one person. */
export const ReportMail = z.object({
  name: z.string(),
  address: z.string(),
  state: NotificationState,
  sentUTC: UtcTime.nullable(),
  /** Why it was withheld, or what the mail server last said. */
  reason: Sentence.nullable(),
})
export type ReportMail = z.infer<typeof ReportMail>

/** One time at which a report was sent. */
export const ReportRun = z.object({
  runID: z.number().int(),
  /** When it was due, or asked for. */
  atUTC: UtcTime,
  /** Whether a person sent it manually. */
  asked: z.boolean(),
  /** The period that it covers: `toUTC` is exclusive. */
  fromUTC: UtcTime,
  toUTC: UtcTime,
  state: z.enum(RUN_STATES),
  /** How many were due before it while no portal ran, and are not sent any more. */
  missed: z.number().int(),
  /** The name of each attached file, by comma. */
  fileName: z.string().nullable(),
  rows: z.number().int().nullable(),
  /** The size of all files together; null: there is none, or they are too long for a mail. */
  bytes: z.number().int().nullable(),
  /** What there is to say of it, such as why it failed. */
  note: Sentence.nullable(),
  /** The mails to all recipients, for people who may change the report; for others only the caller's own. */
  mails: z.array(ReportMail),
})
export type ReportRun = z.infer<typeof ReportRun>

export const ReportSchedule = z.object({
  scheduleID: ScheduleId,
  dataID: DataId,
  /** Empty where the unit is out of reach. */
  deviceName: z.string(),
  /** Whether the caller sees the unit. One that left the entity of the report can only be deleted there. */
  unitInReach: z.boolean(),
  entity: EntityId,
  name: z.string(),
  content: ReportContent,
  /** Its time zone was checked when it was written. */
  rhythm: rhythmIn(z.string()),
  /** All recipients for people who may change the report; only the caller for others. */
  recipients: z.array(z.object({ uid: UserId, name: z.string() })),
  recipientCount: z.number().int(),
  active: z.boolean(),
  /** Why the portal stopped it by itself. */
  stopped: Sentence.nullable(),
  /** It was stopped because no recipient can get it, and continues when one can. */
  awaitsRecipients: z.boolean(),
  /** Null: it is switched off. */
  nextUTC: UtcTime.nullable(),
  /** Who made it; null: no one who is in reach. */
  madeBy: z.string().nullable(),
  /** Whether the caller gets it, and may change it. */
  mine: z.boolean(),
  editable: z.boolean(),
  last: z.object({ atUTC: UtcTime, state: z.enum(RUN_STATES), note: Sentence.nullable() }).nullable(),
  version: Version,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const ERRORS = { ...errorsOfThing('schedule'), 'schedule/chart-not-found': 404 } as const
declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends Readonly<typeof ERRORS> {}
}
addErrors(ERRORS)

const userEndpoint = endpointsWith({ tag: 'schedules', errors: ['schedule/', 'unit/', 'event/', 'user/'] })

export const listReportSchedules = userEndpoint(`GET ${API_BASE}/report-schedules`, {
  summary:
    'The reports that are mailed regularly, the newest first: those that one made or gets, for admins all of the entities in reach',
  query: z.object({
    dataID: DataId.optional(),
    after: PagePosition.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: envelope(
    z.object({
      schedules: z.array(ReportSchedule),
      next: z.string().nullable(),
      /** Whether the portal has a mail server; without one mails wait in its outbox. */
      mails: z.boolean(),
      /** Whether the portal has a browser that draws PDF. */
      pdf: z.boolean(),
    }),
  ),
})

export const createReportSchedule = userEndpoint(`POST ${API_BASE}/report-schedules`, {
  idempotent: true,
  summary: 'Have a report mailed regularly: to oneself, or to users in reach who see the unit (admin)',
  body: ScheduleDraft,
  reply: envelope(ReportSchedule),
})

export const updateReportSchedule = userEndpoint(`PUT ${API_BASE}/report-schedules`, {
  summary: 'Change a scheduled report, or switch it off or on; what is left out stays',
  body: z.object({
    scheduleID: ScheduleId,
    ...z.object(fields).partial().shape,
    active: z.boolean().optional(),
    version: SeenVersion,
  }),
  reply: envelope(ReportSchedule),
})

const about = z.object({ scheduleID: ScheduleId })

export const removeReportSchedule = userEndpoint(`DELETE ${API_BASE}/report-schedules`, {
  summary: 'Remove a scheduled report with its log',
  body: about,
})

export const sendReport = userEndpoint(`POST ${API_BASE}/report-schedules/send`, {
  idempotent: true,
  summary: 'Send a scheduled report now, of the last whole day, week or month; answers the one that is being written',
  body: about,
  reply: envelope(z.object({ runID: z.number().int() })),
})

export const leaveReport = userEndpoint(`POST ${API_BASE}/report-schedules/leave`, {
  summary: 'Stop receiving a scheduled report; others still receive it',
  body: about,
})

export const listReportRuns = userEndpoint(`GET ${API_BASE}/report-schedules/runs`, {
  summary: `What was sent of a scheduled report, the newest first: at most ${MOST_RUNS} times`,
  query: z.object({ scheduleID: z.coerce.number<string | number>().pipe(ScheduleId) }),
  reply: envelope(z.array(ReportRun)),
})
