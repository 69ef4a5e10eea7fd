import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { AlertCondition } from './alert-conditions.ts'
import { AlertSchedule } from './alert-schedule.ts'
import { AlertDraft, AlertType, refuseProblems } from './alerts.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'

/** How far back a condition is tried out, and over how many units. */
export const REHEARSED_DAYS = 30
export const MOST_REHEARSED_UNITS = 20
/** The number of events that are shown for each unit, the newest. */
export const MOST_REHEARSED_EVENTS = 200

export const RehearsedEvent = z.object({
  startUTC: UtcTime,
  /** Null: it still lasts. */
  endUTC: UtcTime.nullable(),
  durationSeconds: z.number(),
  /** The value of the record with which it was triggered; null for a silence. */
  value: z.number().nullable(),
})
export type RehearsedEvent = z.infer<typeof RehearsedEvent>

export const Rehearsal = z.object({
  fromUTC: UtcTime,
  toUTC: UtcTime,
  /** How often it would have been triggered, for how long together, and how many messages each person would have got. */
  count: z.number(),
  durationSeconds: z.number(),
  messages: z.number(),
  units: z.array(
    z.object({
      dataID: DataId,
      count: z.number(),
      durationSeconds: z.number(),
      messages: z.number(),
      /** It would have been triggered so often that the rest was not looked at: the figures are the least. */
      isCut: z.boolean(),
      /** What the event table of the unit finds; null for a value and a silence. */
      comparison: z.string().nullable(),
      /** The unit of measure of the values; null where it is not known. */
      unitOfMeasure: z.string().nullable(),
      /** Only for a silence: after how long the device counts as silent; null otherwise. */
      silentSeconds: z.number().nullable(),
      /** The times without data: longer than is usual for the source, or the silences. */
      noData: z.array(z.object({ startUTC: UtcTime, endUTC: UtcTime })),
      events: z.array(RehearsedEvent),
    }),
  ),
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const rehearseAlert = defineEndpoint(`POST ${API_BASE}/alerts/rehearsal`, {
  scope: 'read',
  tag: 'alerts',
  summary:
    'Try a condition, a silence or an event table on the last 30 days of some units: when and for how long it would have been triggered',
  body: z
    .object({
      devices: z
        .array(DataId)
        .min(1, 'fields.choose-units')
        .max(MOST_REHEARSED_UNITS, sentence('fields.units-rehearsed', { count: MOST_REHEARSED_UNITS })),
      type: AlertType.default('value'),
      /** For a silence, null means the whole device. */
      source: SourceName.nullable().default(null),
      event: AlertDraft.shape.event.default(null),
      condition: AlertCondition.nullable().default(null),
      clearLimit: z.number().nullable().default(null),
      forSeconds: AlertDraft.shape.forSeconds.default(0),
      /** Only for an alert on an event table. */
      schedule: AlertSchedule.nullable().default(null),
      timeZone: AlertDraft.shape.timeZone.default('UTC'),
      silentSeconds: AlertDraft.shape.silentSeconds.default(null),
      graceSeconds: AlertDraft.shape.graceSeconds.default(0),
      interval: AlertDraft.shape.interval.default(0),
    })
    .superRefine(refuseProblems),
  reply: envelope(Rehearsal),
})
