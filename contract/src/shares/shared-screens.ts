import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { type DataId, SourceName } from '../api/ids.ts'
import { CurrentData, MAX_SERIES_WIDTH, Moment } from '../telemetry/data.ts'
import { LiveAdded } from '../telemetry/live.ts'
import { STREAM_SHARED } from '../api/live-addresses.ts'
import { Chart } from '../widgets/chart.ts'
import { OverviewWidgets } from '../widgets/widget-kinds.ts'
import { SharedRange } from './shares.ts'

/** What the page of a link calls the unit: visitors get no dataID. */
export const SHARED_UNIT = 'shared' as DataId

/** What a link shows, as it is now. */
export const SharedScreen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('overview'), name: z.string(), overview: OverviewWidgets }),
  z.object({ kind: z.literal('chart'), name: z.string(), chart: Chart, range: SharedRange }),
])
export type SharedScreen = z.infer<typeof SharedScreen>

/** The secret of a link. */
const Secret = z.string().max(200)

const visitor = { access: 'share', tag: 'shared' } as const

export const openShared = defineEndpoint(`POST ${API_BASE}/shared/open`, {
  tag: 'shared',
  access: 'public',
  summary:
    'Open a shared link; `pass` is the bearer token of what follows. Everything that does not open gets one answer',
  body: z.object({ secret: Secret, password: z.string().max(200).optional() }),
  reply: envelope(z.object({ pass: z.string(), screen: SharedScreen })),
})

export const getSharedScreen = defineEndpoint(`GET ${API_BASE}/shared/screen`, {
  ...visitor,
  summary: 'What a shared link shows, as it is now',
  reply: envelope(SharedScreen),
})

export const getSharedCurrent = defineEndpoint(`GET ${API_BASE}/shared/current`, {
  ...visitor,
  summary: 'The newest values of the shown fields of a source: as many records as the shared overview shows',
  query: z.object({ source: SourceName }),
  reply: envelope(CurrentData),
})

export const getSharedSeries = defineEndpoint(`GET ${API_BASE}/shared/series`, {
  ...visitor,
  summary: 'The drawn fields of a source within the range of the shared chart, as an Arrow table',
  format: 'arrow',
  query: z.object({
    source: SourceName,
    /** Within the range of the link: what is outside of it is left out. */
    from: Moment,
    to: Moment,
    width: z.coerce.number().int().min(1).max(MAX_SERIES_WIDTH).default(1200),
  }),
  reply: z.unknown(),
})

export const streamShared = defineEndpoint(STREAM_SHARED, {
  ...visitor,
  summary: 'Event `added`: new values of the shown fields of the listed sources; ends with the link',
  format: 'event-stream',
  query: z.object({
    /** `shared/{source}`, by comma. */
    data: z.string().max(40_000).optional(),
    /** Ignored. */
    devices: z.string().max(100).optional(),
  }),
  reply: LiveAdded,
})
