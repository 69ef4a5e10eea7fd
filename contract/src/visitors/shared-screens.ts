import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { EventOccurrence } from '../events/events.ts'
import { CurrentData, MAX_SERIES_WIDTH, Moment } from '../telemetry/data.ts'
import { LiveAdded } from '../telemetry/live.ts'
import { STREAM_SHARED } from '../api/live-addresses.ts'
import { Chart } from '../widgets/chart.ts'
import { OverviewWidgets } from '../widgets/widget-kinds.ts'
import { SharedRange } from './shared-range.ts'

/** What the page of a link calls the unit: visitors get no dataID. */
export const SHARED_UNIT = 'shared' as DataId

/** How the series of a shared chart is named. */
export const SHARED_CHART = 'chart'

/** The most rows of one page of a shared event table. */
export const MOST_SHARED_ROWS = 200

/** A column of a shared event table. */
const SharedColumn = z.object({
  id: z.string(),
  /** As the charts of the unit call the value; null: by its source and field. */
  name: z.string().nullable(),
  /** The unit of measure; null where there is none. */
  unit: z.string().nullable(),
})

/** What a link or the pass of an extension shows, as it is now. */
export const SharedScreen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('overview'), name: z.string(), overview: OverviewWidgets }),
  z.object({ kind: z.literal('chart'), name: z.string(), chart: Chart, range: SharedRange }),
  z.object({
    kind: z.literal('events'),
    /** The name of the unit. */
    name: z.string(),
    title: z.string(),
    /** The condition; null for one on places. */
    comparison: z.string().nullable(),
    /** What it watched was deleted: nothing more is found. */
    isEnded: z.boolean(),
    columns: z.array(SharedColumn),
    range: SharedRange,
  }),
  z.object({
    kind: z.literal('incident'),
    /** The title. */
    name: z.string(),
    /** Another number for each change: the incident is read again. */
    version: z.number().int(),
    units: z.array(DataId),
  }),
  z.object({
    kind: z.literal('map'),
    /** The title. */
    name: z.string(),
    units: z.array(DataId),
    /** Where they were at this moment; null: where they are. */
    atUTC: UtcTime.nullable(),
  }),
  z.object({
    /** What an extension shows, in a shape of its own. */
    kind: z.literal('own'),
    name: z.string(),
    screen: z.record(z.string(), z.unknown()),
  }),
])
export type SharedScreen = z.infer<typeof SharedScreen>

const visitorEndpoint = endpointsWith({ access: 'share', tag: 'shared' })

export const getSharedScreen = visitorEndpoint(`GET ${API_BASE}/shared/screen`, {
  summary: 'What a shared link or the pass of an extension shows, as it is now',
  reply: envelope(SharedScreen),
})

export const getSharedCurrent = visitorEndpoint(`GET ${API_BASE}/shared/current`, {
  summary: 'The newest values of the shown fields of a source: as many records as the screen shows',
  query: z.object({
    /** As the screen names the unit. */
    unit: DataId.default(SHARED_UNIT),
    source: SourceName,
  }),
  reply: envelope(CurrentData),
})

export const getSharedSeries = visitorEndpoint(`GET ${API_BASE}/shared/series`, {
  summary: 'The drawn fields of a source within the range of the chart, as an Arrow table',
  format: 'arrow',
  query: z.object({
    /** As the screen names the chart. */
    chart: z.string().max(64).default(SHARED_CHART),
    source: SourceName,
    /** Within the range of the link: what is outside of it is left out. */
    from: Moment,
    to: Moment,
    width: z.coerce.number().int().min(1).max(MAX_SERIES_WIDTH).default(1200),
  }),
  reply: z.unknown(),
})

/** Where a unit of a map is, or was at the moment of the map; it has no position until it sent one. */
export const SharedPosition = z.object({
  unit: DataId,
  name: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** When its last record arrived. */
  lastActivityUTC: UtcTime.nullable(),
})
export type SharedPosition = z.infer<typeof SharedPosition>

export const listSharedPositions = visitorEndpoint(`GET ${API_BASE}/shared/positions`, {
  summary: 'Where the units of the maps of the screen are, or were at the moment of the map',
  reply: envelope(z.object({ positions: z.array(SharedPosition) })),
})

export const listSharedEvents = visitorEndpoint(`GET ${API_BASE}/shared/events`, {
  summary: 'The periods of a shared event table within its range, page by page, with the values of the shown columns',
  query: z.object({
    /** A shown column; `startUTC` by default. */
    sort: z.string().max(200).optional(),
    direction: z.enum(['asc', 'desc']).default('desc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(MOST_SHARED_ROWS).default(25),
  }),
  reply: envelope(z.object({ occurrences: z.array(EventOccurrence), total: z.number().int() })),
})

export const streamShared = visitorEndpoint(STREAM_SHARED, {
  summary: 'Event `added`: new values of the shown fields of the listed sources; ends with the link',
  format: 'event-stream',
  query: z.object({
    /** `{unit}/{source}` as the screen names the units, by comma. */
    data: z.string().max(40_000).optional(),
    /** Ignored. */
    devices: z.string().max(100).optional(),
  }),
  reply: LiveAdded,
})
