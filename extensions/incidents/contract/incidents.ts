import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing, type ErrorsOfThing } from '@fieldwatch/contract/api/errors'
import { DataId, EntityId, SourceName, UtcTime } from '@fieldwatch/contract/api/ids'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { line, longText } from '@fieldwatch/contract/text/text'
import { ZonedTime } from '@fieldwatch/contract/time/times'
import { INCIDENT_SEVERITIES, INCIDENT_SORTS } from './incident-sorts.ts'
import {
  IncidentEntry,
  IncidentUnit,
  MOST_INCIDENT_FIELDS,
  MOST_INCIDENT_UNITS,
  MOST_PINNED_NOTES,
} from './incident-facts.ts'

/** The most incidents of one entity. */
export const MOST_INCIDENTS = 1_000
export const LONGEST_INCIDENT_TITLE = 120
/** The longest conclusions, in characters. */
export const LONGEST_CONCLUSIONS = 20_000
/** So many versions of the conclusions are kept. */
export const MOST_CONCLUSIONS = 50
/** The longest range. */
const LONGEST_INCIDENT_MS = 366 * DAY_MS

export const IncidentSeverity = z.enum(INCIDENT_SEVERITIES)
export type IncidentSeverity = z.infer<typeof IncidentSeverity>

/** Whether late records count: as known now, or as they were known at the time. */
const IncidentKnown = z.enum(['now', 'then'])

/** A range of the past that is kept with what happened to some units. */
export const Incident = z.object({
  incidentID: z.number().int(),
  entity: EntityId,
  title: z.string(),
  severity: IncidentSeverity,
  fromUTC: UtcTime,
  toUTC: UtcTime,
  /** The moment that was in view. */
  momentUTC: UtcTime,
  known: IncidentKnown,
  /** How many of its units are in reach, and the names of the first of them. */
  units: z.number().int(),
  unitNames: z.array(z.string()),
  hasConclusions: z.boolean(),
  /** Who saved it, where someone in reach did. */
  by: z.string().nullable(),
  createdUTC: UtcTime,
  /** When what happened was stored. */
  takenUTC: UtcTime,
  /** The caller may edit and delete it. */
  mayChange: z.boolean(),
  version: Version,
})
export type Incident = z.infer<typeof Incident>

/** A field that is drawn: a chart for each unit that has it. */
export const IncidentField = z.strictObject({ source: SourceName, field: line(64).min(1) })
export type IncidentField = z.infer<typeof IncidentField>

/** An incident with all that was stored of the units in reach. */
export const IncidentDetails = Incident.extend({
  conclusions: z.string(),
  /** Who stored what happened, where someone in reach did. */
  takenBy: z.string().nullable(),
  /** The caller may store what happened again. */
  mayTakeAgain: z.boolean(),
  /** In the order of time. */
  timeline: z.array(IncidentEntry),
  /** Something was left out because it was too much. */
  isCut: z.boolean(),
  details: z.array(IncidentUnit),
})
export type IncidentDetails = z.infer<typeof IncidentDetails>

const IncidentNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Title = line(LONGEST_INCIDENT_TITLE).min(1, 'fields.map-title')
const Fields = z.array(IncidentField).max(MOST_INCIDENT_FIELDS)
const incidentInPath = { params: z.object({ incidentID: z.coerce.number<string | number>().pipe(IncidentNumber) }) }

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends ErrorsOfThing<'incident'> {}
}
addErrors(errorsOfThing('incident'))

const errors = ['incident/', 'unit/not-found', 'entity/not-found', 'note/not-found', 'data/']
const readEndpoint = endpointsWith({ scope: 'read', tag: 'incidents', errors })
const writeEndpoint = endpointsWith({ scope: 'write-incidents', tag: 'incidents', errors })

export const listIncidents = readEndpoint(`GET ${API_BASE}/incidents`, {
  summary: 'The incidents of the viewing entities, or of one entity in reach, page by page',
  query: z.object({
    entity: EntityId.optional(),
    /** A part of the title, of the conclusions or of the name of a unit. */
    text: line(100).optional(),
    severity: IncidentSeverity.optional(),
    /** Incidents with this unit. */
    dataID: DataId.optional(),
    sort: z.enum(INCIDENT_SORTS).default('created'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  reply: envelope(z.object({ incidents: z.array(Incident), total: z.number().int() })),
})

export const getIncident = readEndpoint(`GET ${API_BASE}/incidents/:incidentID`, {
  summary: 'An incident with what was stored of its units in reach: timeline, states, charts and tracks',
  ...incidentInPath,
  reply: envelope(IncidentDetails),
})

export const createIncident = writeEndpoint(`POST ${API_BASE}/incidents`, {
  idempotent: true,
  summary: 'Keep a range of the past of some units in reach as an incident, with what happened in it',
  body: z
    .object({
      /** An entity in reach; the own one when left out. */
      entity: EntityId.optional(),
      title: Title,
      severity: IncidentSeverity.default('minor'),
      from: ZonedTime,
      to: ZonedTime,
      /** Within the range; its start when left out. */
      moment: ZonedTime.optional(),
      known: IncidentKnown.default('now'),
      dataIDs: z.array(DataId).min(1, 'fields.choose-unit').max(MOST_INCIDENT_UNITS),
      /** Drawn as charts. */
      fields: Fields.default([]),
      conclusions: longText(LONGEST_CONCLUSIONS).default(''),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'fields.range-order',
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_INCIDENT_MS, {
      path: ['to'],
      message: 'fields.incident-range',
    }),

  reply: envelope(Incident),
})

export const changeIncident = writeEndpoint(`PUT ${API_BASE}/incidents`, {
  summary:
    'Change the title, the severity, the conclusions or the pinned notes of an incident (its author, or an admin)',
  body: z.object({
    incidentID: IncidentNumber,
    title: Title.optional(),
    severity: IncidentSeverity.optional(),
    conclusions: longText(LONGEST_CONCLUSIONS).optional(),
    /** All notes that are pinned, of units of the incident. */
    pinnedNotes: z.array(IncidentNumber).max(MOST_PINNED_NOTES).optional(),
    version: SeenVersion,
  }),
  reply: envelope(Incident),
})

export const refreshIncident = writeEndpoint(`POST ${API_BASE}/incidents/snapshot`, {
  summary:
    'Take the copy of an incident again, of what is known now about its range (its author, or an admin); units out of reach stay as they were copied',
  body: z.object({
    incidentID: IncidentNumber,
    /** All that are drawn; those that were drawn before when left out. */
    fields: Fields.optional(),
    version: SeenVersion,
  }),
  reply: envelope(Incident),
})

export const removeIncident = writeEndpoint(`DELETE ${API_BASE}/incidents`, {
  summary: 'Delete an incident (its author, or an admin)',
  body: z.object({ incidentID: IncidentNumber }),
})

/** The conclusions as they were saved once. */
const IncidentConclusions = z.object({
  savedUTC: UtcTime,
  by: z.string().nullable(),
  text: z.string(),
})

export const listConclusions = readEndpoint(`GET ${API_BASE}/incidents/:incidentID/conclusions`, {
  summary: 'The versions of the conclusions of an incident, the newest first',
  ...incidentInPath,
  reply: envelope(z.object({ versions: z.array(IncidentConclusions).max(MOST_CONCLUSIONS) })),
})
