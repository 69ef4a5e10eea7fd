import { z } from 'zod'
import { LeavingAlerts } from './leaving-alerts.ts'
import { Sentence, sentence } from '../text/sentence.ts'
import { ACTION_REQUEST, ACTION_RESULT } from '../actions/action-messages.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { ErrorCode } from '../api/errors.ts'
import { Upload } from '../api/files.ts'
import { DataId, EntityId, LabelId, SourceName, TemplateId, UtcTime } from '../api/ids.ts'
import { Imei, number } from './sim-numbers.ts'
import { NearestPlace } from './nearest-place.ts'
import { Door } from '../api/doors.ts'
import { line, longText } from '../text/text.ts'
import { SeenVersion, SeenVersionText, Version } from '../api/version.ts'

/** Activity younger than this is Current. */
export const RECENT_ACTIVITY_MINUTES = 10

/** The identifier of a LoRaWAN device in capitals, or nothing. */
export const DevEui = number(/^([0-9A-F]{16})?$/, 'fields.dev-eui', (text) => text.replaceAll(':', '').toUpperCase())

/** Metres of accuracy of positions, where the records say nothing about it. */
export const PositionAccuracy = z.number().min(3, 'fields.position-accuracy').max(5_000, 'fields.position-accuracy')
/** The accuracy, in metres, of units for which no other was chosen. */
export const USUAL_POSITION_ACCURACY = 15

/** A unit as the portal shows it: the data document, keyed by `dataID`. */
export const DataDocument = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  description: z.string(),
  /** What it measures or holds, in the words of its people; empty where no one wrote it. */
  size: z.string(),
  /** What it is there for, likewise. */
  service: z.string(),
  /** The address of its picture, or an empty text. */
  image: z.string(),
  active: z.boolean(),
  /** When its last record arrived; null as long as it never spoke. */
  lastActivityUTC: UtcTime.nullable(),
  /** The source that the last record went to. */
  lastMessage: SourceName.nullable(),
  currentLat: z.number().nullable(),
  currentLon: z.number().nullable(),
  /** The place nearest to that position; null without a position. Left out when the portal knows no places. */
  nearestPlace: NearestPlace.nullable().optional(),
  entities: z.array(EntityId),
  /** The names of entities out of reach that the unit belongs to as well; left out when there is none. */
  sharedWith: z.array(z.string()).optional(),
  /** Viewers may not change its dashboard, event tables and calculated sources; left out where they may. */
  onlyAdminsEdit: z.literal(true).optional(),
  /** Viewers may not read and update its configurations on the sensor screens; left out where they may. */
  onlyAdminsConfigure: z.literal(true).optional(),
  defaultTemplate: TemplateId.nullable(),
  /** The unit's own copy of a template, which then counts instead of `defaultTemplate`. */
  customTemplate: TemplateId.nullable(),
  /** The labels that it has, of entities in reach; left out when there is none. */
  labels: z.array(LabelId).optional(),
  /** Names of the applications and of the portal's own screens that get a tab. */
  apps: z.array(z.string()),
  /** Sources whose records are not stored for now. */
  pausedData: z.array(z.string()),
  /** Whether an MQTT session of the unit is up. */
  connected: z.boolean(),
  /** By which door its last record came; left out as long as that is not known. */
  lastDoor: Door.optional(),
  /** The identifier of its LoRaWAN device; left out when it has none. */
  devEUI: z.string().optional(),
  /** The identifier of its modem or tracker; left out when it has none. */
  imei: z.string().optional(),
  /** Metres, for positions whose records say nothing about their accuracy; left out where that is `USUAL_POSITION_ACCURACY`. */
  positionAccuracy: z.number().optional(),
  /** When a tracker with that IMEI was refused last, because no active unit had it; left out when it connected since, or long ago. */
  trackerRefusedUTC: UtcTime.optional(),
  /** The version of its name, description, picture, size, service, accuracy, entities, applications, shared template and activation. */
  version: Version,
})
export type DataDocument = z.infer<typeof DataDocument>

/** What `GET devices` answers without a dataID. */
export const UnitListReply = envelope(z.array(DataDocument))

/** What it answers with one. */
export const UnitReply = envelope(DataDocument)

/** Why decisions about a shared unit are refused: an admin needs all of its entities in reach. */
export function sharedUnitText(names: readonly string[]): string {
  return sentence('fields.unit-shared', { entities: { and: names } })
}

const readEndpoint = endpointsWith({ scope: 'read', tag: 'units' })
const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'units' })

export const listUnits = readEndpoint(`GET ${API_BASE}/devices`, {
  summary: 'The data documents of the viewing entities, by name; with dataID the one of that unit',
  query: z.object({ dataID: DataId.optional() }),
  reply: z.union([UnitListReply, UnitReply]),
})

export const listUnitNames = readEndpoint(`GET ${API_BASE}/devices/all`, {
  summary: 'Id, name and state of the units of one entity in reach, or of all; the first ones that are searched for',
  query: z.object({
    entity: EntityId.optional(),
    /** Part of a name or dataID. */
    search: line(120).optional(),
    /** Only those that show this shared template. */
    template: TemplateId.optional(),
    /** Only these dataIDs, by comma; the first 100 of them. */
    only: line(10_000).optional(),
    /** So many at most; left out, all. */
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  reply: envelope(z.array(z.object({ id: DataId, friendlyName: z.string(), active: z.boolean() }))),
})

export const UnitName = line(120).min(1, 'fields.enter-name')
export const UnitDescription = longText(2000)
/** The size of a unit, or its service. */
export const UnitWords = line(120)

const AppName = line(100).min(1, 'fields.choose-app')

export const createUnit = manageEndpoint(`POST ${API_BASE}/devices`, {
  idempotent: true,
  summary: 'Add a unit (admin); its token is shown only in this reply',
  body: z.object({
    dataID: DataId,
    friendlyName: UnitName,
    entities: z.array(EntityId).min(1).max(100),
    defaultTemplate: TemplateId.optional(),
    description: UnitDescription.optional(),
    active: z.boolean().optional(),
  }),
  reply: envelope(z.object({ dataID: DataId, token: z.string() })),
})

export const rotateUnitToken = manageEndpoint(`POST ${API_BASE}/devices/:dataID/token`, {
  idempotent: true,
  summary: 'Give the unit a new token (admin); the old one stops working and its connections end',
  params: z.object({ dataID: DataId }),
  reply: envelope(z.object({ dataID: DataId, token: z.string() })),
})

export const updateUnit = manageEndpoint(`PUT ${API_BASE}/devices`, {
  summary: 'Change the name, the description and the picture of a unit in reach; what is left out stays',
  bodyFormat: 'multipart',
  body: z.object({
    dataID: DataId,
    friendlyName: UnitName.optional(),
    description: UnitDescription.optional(),
    /** A new picture; an empty text takes the old one away. */
    image: z.union([Upload, z.literal('')]).optional(),
    version: SeenVersionText,
  }),
  reply: envelope(DataDocument),
})

export const administerUnit = manageEndpoint(`PUT ${API_BASE}/devices/:dataID`, {
  summary:
    'Choose the entities that a unit belongs to, its shared template, its tabs, its size and service, the accuracy of its positions, and whether it is active (admin)',
  params: z.object({ dataID: DataId }),
  body: z.object({
    entities: z.array(EntityId).min(1).max(100).optional(),
    /** A unit that is not active cannot send: its connections end, and what it sends is refused. */
    active: z.boolean().optional(),
    /** The shared template that the unit shows while it has none of its own; null for none. */
    defaultTemplate: TemplateId.nullable().optional(),
    /** The names of `UNIT_SCREENS` and of applications that get a tab, in its order. */
    apps: z.array(AppName).max(20, 'fields.tabs-most').optional(),
    size: UnitWords.optional(),
    service: UnitWords.optional(),
    /** Identifiers by which doors of other makers' devices know the unit; an empty text for none. */
    devEUI: DevEui.optional(),
    imei: Imei.optional(),
    /** Metres, for positions whose records say nothing about their accuracy; null for the usual 15. Event tables on places and trips begin again. */
    positionAccuracy: PositionAccuracy.nullable().optional(),
    /** What becomes of alerts whose owners can no longer see the unit; by default they are handed over. */
    alerts: LeavingAlerts.optional(),
    version: SeenVersion,
  }),
  reply: envelope(DataDocument),
})

/** Without them no one would know what became of requests. */
const NEVER_PAUSED: readonly string[] = [ACTION_REQUEST, ACTION_RESULT]

const Collections = z.array(SourceName).max(1000)
const PausedCollections = Collections.refine(
  (names) => !names.some((name) => NEVER_PAUSED.includes(name)),
  'fields.history-paused',
)

/**
 * The entry of `pausedData` that Pause Measurements sets and Resume Measurements removes. Viewers may do so too. While it is there, no records
 * of the sensor's sources are stored.
 */
export const PAUSE_MARKER = SourceName.parse('sensor_PAGESensor')
export const SENSOR_SOURCES: readonly string[] = [PAUSE_MARKER, 'nitrate', 'potassium', 'ph']

/** The collections to pause or resume. Others stay as they are, unless the whole list is given. */
export const PausedDataChange = z
  .object({
    dataID: DataId,
    pause: PausedCollections.optional(),
    resume: Collections.optional(),
    /** In place of the other two: all that are paused from then on. */
    pausedData: PausedCollections.optional(),
  })
  .refine(
    ({ pause, resume, pausedData }) => (pausedData === undefined) === (pause !== undefined || resume !== undefined),
    {
      message: 'fields.collections',
    },
  )
  .refine(({ pause = [], resume = [] }) => !pause.some((name) => resume.includes(name)), {
    path: ['resume'],
    message: 'fields.collection-both',
  })
export type PausedDataChange = z.infer<typeof PausedDataChange>

export const setPausedData = manageEndpoint(`PUT ${API_BASE}/devices/paused-data`, {
  summary:
    'Pause and resume collections, whose records are not stored in the meantime; others stay (admin; sensor_PAGESensor, which pauses the sensor, both)',
  body: PausedDataChange,
  reply: envelope(DataDocument),
})

export const RejectedMessage = z.object({
  receivedUTC: UtcTime,
  source: z.string().nullable(),
  /** Where it was published; null for what came without a topic. */
  topic: z.string().nullable(),
  channel: Door,
  code: ErrorCode,
  message: Sentence,
  /** The beginning of what was sent. */
  payload: z.string(),
})
export type RejectedMessage = z.infer<typeof RejectedMessage>

export const listRejectedMessages = readEndpoint(`GET ${API_BASE}/devices/:dataID/rejected-messages`, {
  summary: 'The last messages of a unit that were refused, newest first (admin)',
  params: z.object({ dataID: DataId }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: envelope(z.array(RejectedMessage)),
})
