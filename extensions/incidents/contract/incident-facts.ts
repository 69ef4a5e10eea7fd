import { z } from 'zod'
import { ActionState } from '@fieldwatch/contract/actions/actions'
import { AlertId, DataId, SourceName, UtcTime } from '@fieldwatch/contract/api/ids'
import { STATE_STEPS } from '@fieldwatch/contract/replay/state-steps'
import { NotifiedPeople, StateConfiguration } from '@fieldwatch/contract/replay/state'
import { DataRecordShape } from '@fieldwatch/contract/telemetry/data'

/** The most units of one incident. */
export const MOST_INCIDENT_UNITS = 50
/** The most fields that are drawn. */
export const MOST_INCIDENT_FIELDS = 6
/** The most charts of one incident: of each field one for each unit that has it. */
export const MOST_INCIDENT_CHARTS = 24
/** The most entries of its timeline that are stored; the first ones. */
export const MOST_INCIDENT_ENTRIES = 2_000
/** The most notes that are pinned to one incident. */
export const MOST_PINNED_NOTES = 20

/** What is noted this long after it happened is marked as received later. */
export const RECEIVED_LATER_MS = 60_000

const common = {
  dataID: DataId,
  atUTC: UtcTime,
  /** When the portal learned of it, where that was later; null where it was not. */
  knownUTC: UtcTime.nullable(),
}

const AlertEntry = z.object({
  ...common,
  kind: z.literal('alert'),
  happening: z.enum([...STATE_STEPS.alert, 'acknowledged']),
  alertID: AlertId,
  title: z.string(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** The unit of measure of `value` and `limit`; null where the field has none, and where the alert was changed since. */
  unitOfMeasure: z.string().nullable(),
  /** Who acknowledged it, where someone in reach did. */
  by: z.string().nullable(),
  comment: z.string().nullable(),
  notifications: NotifiedPeople,
})

const EventEntry = z.object({
  ...common,
  kind: z.literal('event'),
  happening: z.enum(STATE_STEPS.event),
  name: z.string(),
  title: z.string(),
  tag: z.string().nullable(),
})

const RequestEntry = z.object({
  ...common,
  kind: z.literal('request'),
  happening: z.enum([...STATE_STEPS.request, 'handed-over']),
  action_id: z.number().int(),
  actionClass: z.string(),
  action: z.string(),
  /** The status in the answer. */
  status: z.string().nullable(),
  /** Who sent it, where someone in reach did. */
  by: z.string().nullable(),
})

const ConfigurationEntry = z.object({
  ...common,
  kind: z.literal('configuration'),
  actionClass: z.string(),
  version: z.number().int(),
})

const NoteEntry = z.object({
  ...common,
  kind: z.literal('note'),
  noteID: z.number().int(),
  text: z.string(),
  source: SourceName.nullable(),
  endUTC: UtcTime.nullable(),
  by: z.string().nullable(),
  /** It was added by hand, and may be of another time. */
  pinned: z.boolean(),
})

/** What happened in the range of an incident, as it was stored. */
export const IncidentEntry = z.discriminatedUnion('kind', [
  AlertEntry,
  EventEntry,
  RequestEntry,
  ConfigurationEntry,
  NoteEntry,
])
export type IncidentEntry = z.infer<typeof IncidentEntry>

/** What was true of a unit at the start, at the moment in view, or at the end. */
export const IncidentState = z.object({
  atUTC: UtcTime,
  records: z.array(z.object({ subject: SourceName, record: DataRecordShape })),
  position: z.object({ lat: z.number(), lon: z.number(), atUTC: UtcTime }).nullable(),
  active: z.boolean(),
  lastActivityUTC: UtcTime.nullable(),
  /** Those that were triggered. */
  alerts: z.array(z.object({ alertID: AlertId, name: z.string(), sinceUTC: UtcTime })),
  /** Those that were open. */
  occurrences: z.array(z.object({ name: z.string(), title: z.string(), startUTC: UtcTime })),
  /** Those under way. */
  requests: z.array(z.object({ action_id: z.number().int(), action: z.string(), state: ActionState })),
  configurations: z.array(StateConfiguration),
})
export type IncidentState = z.infer<typeof IncidentState>

/** A field in the range: epoch milliseconds and values, in the order of time. */
export const IncidentSeries = z.object({
  source: SourceName,
  field: z.string(),
  /** The unit of measure; null where the field has none. */
  unit: z.string().nullable(),
  at: z.array(z.number()),
  values: z.array(z.number()),
})
export type IncidentSeries = z.infer<typeof IncidentSeries>

/** Where a unit was in the range. */
export const IncidentTrack = z.object({
  at: z.array(z.number()),
  lat: z.array(z.number()),
  lon: z.array(z.number()),
})
export type IncidentTrack = z.infer<typeof IncidentTrack>

/** What was stored of a unit. */
export const IncidentUnit = z.object({
  dataID: DataId,
  /** As people called it then. */
  deviceName: z.string(),
  states: z.array(IncidentState),
  /** The units of measure of fields that have one. */
  measures: z.array(z.object({ source: SourceName, field: z.string(), unit: z.string() })),
  series: z.array(IncidentSeries),
  track: IncidentTrack.nullable(),
})
export type IncidentUnit = z.infer<typeof IncidentUnit>
