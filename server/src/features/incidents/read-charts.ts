import type { IncidentSeries, IncidentTrack } from '@fieldwatch/contract/incidents/incident-facts'
import type { IncidentChart } from '@fieldwatch/contract/incidents/incidents'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { alignFields } from '#doors/telemetry/align-fields.ts'
import { drawnFieldsOf } from '#doors/telemetry/requested-fields.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { NumberBlock, RecordReader, Series } from '#records/store/record-reader.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createFieldUnitStore } from '#records/store/field-unit-store.ts'
import { createSourceStore } from '#records/store/source-store.ts'

/** Pixel columns of a chart: up to four points each. */
const CHART_WIDTH = 300
/** Pixel columns of the tracks of all units together. */
const TRACK_COLUMNS = 3_000
const MOST_TRACK_COLUMNS = 200

interface Parts {
  readonly db: Db
  readonly reader: Pick<RecordReader, 'readSeries'>
}

interface AskedCharts {
  readonly charts: readonly IncidentChart[]
  readonly range: TimeRange
  readonly caller: Pick<Caller, 'role' | 'reach'>
  /** Charts that can't be read are left out, where false. */
  readonly requireCharts: boolean
}

interface AskedTracks {
  readonly dataIds: readonly DataId[]
  readonly range: TimeRange
  readonly caller: Pick<Caller, 'reach'>
}

/**
 * The charts of each unit.
 * @throws DomainError data/not-found, data/field-not-found, access/forbidden
 */
export async function readCharts(
  { db, reader }: Parts,
  { charts, range, caller, requireCharts }: AskedCharts,
  signal: AbortSignal,
): Promise<ReadonlyMap<DataId, IncidentSeries[]>> {
  const found = new Map<DataId, IncidentSeries[]>()
  for (const { dataID, source: name, field } of charts) {
    try {
      requireMayRead(caller, name)
      const source = await createSourceStore(db).get(dataID, name, caller.reach)
      const fields = drawnFieldsOf(source, [field])
      const series = await reader.readSeries(source.key, { ...range, width: CHART_WIDTH, fields }, signal)
      const units = await createFieldUnitStore(db).list({ dataIds: [dataID], source: name, field })
      const drawn = { source: name, field, unit: units.get(dataID) ?? null, ...pointsOf(blocksOf(series)) }
      found.set(dataID, [...(found.get(dataID) ?? []), drawn])
    } catch (error) {
      if (requireCharts || !(error instanceof DomainError)) throw error
    }
  }
  return found
}

/** Where each unit was; none for a unit that reports no position. */
export async function readTracks(
  { db, reader }: Parts,
  { dataIds, range, caller }: AskedTracks,
  signal: AbortSignal,
): Promise<ReadonlyMap<DataId, IncidentTrack>> {
  const tracks = new Map<DataId, IncidentTrack>()
  const width = Math.min(MOST_TRACK_COLUMNS, Math.floor(TRACK_COLUMNS / dataIds.length))
  for (const { dataId, key, types } of await listLocations(db, dataIds, caller.reach)) {
    if (!Object.hasOwn(types, 'lat') || !Object.hasOwn(types, 'lon')) continue
    const series = await reader.readSeries(key, { ...range, width, fields: ['lat', 'lon'] }, signal)
    const track = trackOf(blocksOf(series))
    if (track.at.length > 0) tracks.set(dataId, track)
  }
  return tracks
}

async function listLocations(db: Db, dataIds: readonly DataId[], reach: readonly EntityId[]) {
  const store = createSourceStore(db)
  const found = await store.listKeysOfUnits(dataIds, 'location' as SourceName, reach)
  const locations = []
  for (const { dataId, name } of found) locations.push(await store.get(dataId, name, reach))
  return locations
}

function blocksOf(series: Series): readonly NumberBlock[] {
  return series.complete ? series.blocks : [alignFields(series.fields)]
}

/** The points of the first column that have a number. */
function pointsOf(blocks: readonly NumberBlock[]): Pick<IncidentSeries, 'at' | 'values'> {
  const points: Pick<IncidentSeries, 'at' | 'values'> = { at: [], values: [] }
  for (const { at, columns } of blocks)
    for (const [row, value] of (columns[0] ?? new Float64Array()).entries()) {
      if (!Number.isFinite(value)) continue
      points.at.push(at[row] ?? 0)
      points.values.push(value)
    }
  return points
}

/** Latitudes and longitudes that are reduced are no pairs: the other one is that before. */
function trackOf(blocks: readonly NumberBlock[]): IncidentTrack {
  const track: IncidentTrack = { at: [], lat: [], lon: [] }
  let [lat, lon] = [Number.NaN, Number.NaN]
  for (const { at, columns } of blocks)
    for (const [row, time] of at.entries()) {
      lat = numberOr(columns[0]?.[row], lat)
      lon = numberOr(columns[1]?.[row], lon)
      const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
      if (!isOnEarth || (track.lat.at(-1) === lat && track.lon.at(-1) === lon)) continue
      track.at.push(time)
      track.lat.push(lat)
      track.lon.push(lon)
    }
  return track
}

function numberOr(value: number | undefined, before: number): number {
  return value === undefined || Number.isNaN(value) ? before : value
}
