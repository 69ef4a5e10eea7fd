import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { fetchSeries } from '#shared/charts/fetch-series.ts'
import type { Known } from '#shared/moment/replay-address.ts'
import { type TimedTrack, trackOfArrivals, trackOfSeries } from './tracks.ts'

interface TrackFields {
  readonly source: string
  readonly latitudeField: string
  readonly longitudeField: string
}

/** Where units report where they are. */
export const LOCATION: TrackFields = { source: 'location', latitudeField: 'lat', longitudeField: 'lon' }

/** The most units whose ways are read, and how many are read at once. */
const MOST_TRACKS = 100
const AT_ONCE = 2
/** As many points as can be distinguished on a map, and those of units beside others: about one a minute of a day. */
const WIDTH = { alone: 1_000, together: 400 }

const NONE: ReadonlyMap<string, TimedTrack> = new Map()

interface Asked {
  readonly dataIds: readonly DataId[]
  readonly range: TimeRange
  readonly fields: TrackFields
  readonly known: Known
}

/** The ways of units over a range by dataID, for what was known then with their arrivals; none until all are read. */
export function useTracks(asked: Asked | undefined): ReadonlyMap<string, TimedTrack> {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [
      'replay-tracks',
      asked?.dataIds,
      asked?.range.from,
      asked?.range.to,
      asked?.fields,
      asked?.known,
    ] as const,
    queryFn: ({ signal }) => (asked === undefined ? NONE : readTracks(api, asked, signal)),
    enabled: asked !== undefined && asked.dataIds.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  })
  return data ?? NONE
}

async function readTracks(api: Api, { dataIds, ...asked }: Asked, signal: AbortSignal) {
  const tracks = new Map<string, TimedTrack>()
  const width = dataIds.length === 1 ? WIDTH.alone : WIDTH.together
  const rest = dataIds.slice(0, MOST_TRACKS).values()
  async function read(): Promise<void> {
    for (const dataId of rest) tracks.set(dataId, await readTrack(api, { dataId, width, ...asked }, signal))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
  return tracks
}

async function readTrack(
  api: Api,
  { dataId, range, fields, known, width }: Omit<Asked, 'dataIds'> & { dataId: DataId; width: number },
  signal: AbortSignal,
): Promise<TimedTrack> {
  const { source, latitudeField, longitudeField } = fields
  const request = {
    dataId,
    source: source as SourceName,
    fields: [latitudeField, longitudeField],
    ...range,
    width,
  }
  try {
    if (known === 'now') return trackOfSeries((await fetchSeries(api, request, signal)).data)
    return trackOfArrivals((await fetchSeries(api, { ...request, sampling: 'records' }, signal)).data)
  } catch (error) {
    if (hasCode(error, 'data/not-found', 'data/field-not-found')) return { times: [], positions: [] }
    throw error
  }
}
