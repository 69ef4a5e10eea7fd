import { z } from 'zod'
import { ActionState } from '../actions/actions.ts'
import { NotificationChannel, NotificationKind, NotificationState } from '../alerts/alert-history.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { AlertId, DataId, SourceName, UtcTime } from '../api/ids.ts'
import { DataRecordShape } from '../telemetry/data.ts'
import { ZonedTime } from '../time/times.ts'

/** How many units one question about a moment names. */
export const MOST_STATE_UNITS = 1_000
/** How many sources one question about a moment names. */
export const MOST_STATE_SUBJECTS = 100
/** How many requests of each unit are in the answer. */
export const MOST_STATE_REQUESTS = 10

/** Who was notified of an alert; null for people who may not see that. */
export const NotifiedPeople = z
  .array(
    z.object({
      kind: NotificationKind,
      channel: NotificationChannel,
      /** An address, a number, or the name of a receiver. */
      recipient: z.string(),
      atUTC: UtcTime,
      /** What became of it up to now. */
      state: NotificationState,
    }),
  )
  .nullable()

/** An alert that was triggered on a unit. */
export const StateAlert = z.object({
  alertID: AlertId,
  name: z.string(),
  sinceUTC: UtcTime,
  value: z.number().nullable(),
  /** The limit at that time; null for a silence. */
  limit: z.number().nullable(),
  /** The unit of measure of `value` and `limit`; null where the field has none, and where the alert was changed since. */
  unitOfMeasure: z.string().nullable(),
  /** It was found by a late record; no notification was sent. */
  late: z.boolean(),
  acknowledgedUTC: UtcTime.nullable(),
  /** Who did it, where someone in reach did. */
  acknowledgedBy: z.string().nullable(),
  /** Since then up to the moment. */
  notifications: NotifiedPeople,
})
export type StateAlert = z.infer<typeof StateAlert>

/** An occurrence of an event table that was open. */
export const StateOccurrence = z.object({
  name: z.string(),
  title: z.string(),
  comparison: z.string(),
  startUTC: UtcTime,
  /** When it ended afterwards; null while it is ongoing, and for what was known then. */
  endUTC: UtcTime.nullable(),
  tag: z.string().nullable(),
})
export type StateOccurrence = z.infer<typeof StateOccurrence>

/** A request that had been sent to a unit. */
export const StateRequest = z.object({
  action_id: z.number().int(),
  actionClass: z.string(),
  action: z.string(),
  createdUTC: UtcTime,
  /** At the moment. */
  state: ActionState,
  /** Since when it had this state; null when it was waiting. */
  sinceUTC: UtcTime.nullable(),
  /** The status of the answer; null when it was not answered. */
  status: z.string().nullable(),
})
export type StateRequest = z.infer<typeof StateRequest>

/** A configuration that a unit had reported. `version` is the `action_id` of the request that it answered. */
export const StateConfiguration = z.object({ actionClass: z.string(), version: z.number().int(), atUTC: UtcTime })
export type StateConfiguration = z.infer<typeof StateConfiguration>

/** What was true of a unit at a moment. */
export const UnitState = z.object({
  dataID: DataId,
  /** The last record of each source at or before the moment, by its own time; sources without one are left out. By name. */
  records: z.array(z.object({ subject: SourceName, record: DataRecordShape })),
  /** Where it was: of the last record of `location` with a latitude and a longitude. */
  position: z.object({ lat: z.number(), lon: z.number(), atUTC: UtcTime }).nullable(),
  /** It was not deactivated, as far as the activity log reaches back. */
  active: z.boolean(),
  /**
   * When it last sent something, up to the moment: as it is known now by the time of the record, as it was known then by its arrival. Null
   * when it had not sent anything.
   */
  lastActivityUTC: UtcTime.nullable(),
  /** Those that were triggered, of the alerts that the reader may see, by name. */
  alerts: z.array(StateAlert),
  /** Those that were open. */
  occurrences: z.array(StateOccurrence),
  /** The newest ones that had been sent by then, for people who may send requests to the unit. */
  requests: z.array(StateRequest).max(MOST_STATE_REQUESTS),
  /** The last one of each class. */
  configurations: z.array(StateConfiguration),
})
export type UnitState = z.infer<typeof UnitState>

export const getState = defineEndpoint(`POST ${API_BASE}/state`, {
  scope: 'read',
  tag: 'replay',
  summary:
    'The state of some units at a moment, as it is known now, or as it was known at another moment; units out of reach are left out',
  body: z.object({
    dataIDs: z.array(DataId).min(1).max(MOST_STATE_UNITS),
    at: ZonedTime,
    /** What arrived later is left out, for what was known then. */
    asKnownAt: ZonedTime.optional(),
    /** Records of these sources only. */
    subjects: z.array(SourceName).max(MOST_STATE_SUBJECTS).optional(),
  }),
  reply: envelope(z.object({ units: z.array(UnitState) })),
})
