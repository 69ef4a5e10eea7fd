import { isOnEarth } from '@fieldwatch/contract/places/position'
import { type IncidentSeries, type IncidentTrack, MOST_INCIDENT_CHARTS } from '../contract/incident-facts.ts'
import type { IncidentField } from '../contract/incidents.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { alignFields } from '@fieldwatch/server/doors/telemetry/align-fields'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import type { NumberBlock, RecordReader, Series } from '@fieldwatch/server/records/store/record-reader'
import { requireMayRead } from '@fieldwatch/server/records/store/source-policy'
import { createFieldUnitStore } from '@fieldwatch/server/records/store/field-unit-store'
import { createSourceStore, type Source, type SourceReader } from '@fieldwatch/server/records/store/source-store'

/** Pixel columns of a chart: up to four points each. */
const CHART_WIDTH = 300
/** So many columns keep latitudes and longitudes of one record together, but for very many records. */
const TRACK_WIDTH = 5_000
/** Positions of the tracks of all units together, and of one. */
const MOST_POSITIONS = 12_000
const MOST_POSITIONS_OF_UNIT = 400
const LOCATION = 'location' as SourceName

interface Parts {
  readonly db: Db
  readonly reader: Pick<RecordReader, 'readSeries'>
}

interface AskedCharts {
  readonly dataIds: readonly DataId[]
  readonly fields: readonly IncidentField[]
  readonly range: TimeRange
  /** Then: without records that arrived after the range. */
  readonly known: 'now' | 'then'
  readonly caller: Pick<Caller, 'role' | 'reach'>
  /** Fields that can't be read are left out, where false. */
  readonly requireFields: boolean
}

interface AskedTracks {
  readonly dataIds: readonly DataId[]
  readonly range: TimeRange
  readonly known: 'now' | 'then'
  readonly caller: SourceReader
}

/**
 * The charts of each unit: of each field one for each unit that has it.
 * @throws DomainError data/field-not-found for a field of no unit, access/forbidden
 */
export async function readCharts(
  { db, reader }: Parts,
  { dataIds, fields, range, known, caller, requireFields }: AskedCharts,
  signal: AbortSignal,
): Promise<ReadonlyMap<DataId, IncidentSeries[]>> {
  const arrivedBy = known === 'then' ? range.to : undefined
  const found = new Map<DataId, IncidentSeries[]>()
  let left = MOST_INCIDENT_CHARTS
  for (const { source: name, field } of fields) {
    if (requireFields) requireMayRead(caller, name)
    const sources = await listSources(db, { dataIds, name, reader: caller })
    const having = sources.filter(({ types }) => Object.hasOwn(types, field))
    if (having.length === 0 && requireFields) throw new DomainError('data/field-not-found')
    const units = await createFieldUnitStore(db).list({ dataIds, source: name, field })
    for (const { key, dataId } of having.slice(0, left)) {
      left -= 1
      const series = await reader.readSeries(key, { ...range, width: CHART_WIDTH, fields: [field], arrivedBy }, signal)
      const drawn = { source: name, field, unit: units.get(dataId) ?? null, ...pointsOf(blocksOf(series)) }
      found.set(dataId, [...(found.get(dataId) ?? []), drawn])
    }
  }
  return found
}

/** Where each unit was; none for a unit that reports no position. */
export async function readTracks(
  { db, reader }: Parts,
  { dataIds, range, known, caller }: AskedTracks,
  signal: AbortSignal,
): Promise<ReadonlyMap<DataId, IncidentTrack>> {
  const arrivedBy = known === 'then' ? range.to : undefined
  const tracks = new Map<DataId, IncidentTrack>()
  const most = Math.min(MOST_POSITIONS_OF_UNIT, Math.floor(MOST_POSITIONS / dataIds.length))
  const sources = await listSources(db, { dataIds, name: LOCATION, reader: caller })
  for (const { dataId, key, types } of sources) {
    if (!Object.hasOwn(types, 'lat') || !Object.hasOwn(types, 'lon')) continue
    const series = await reader.readSeries(
      key,
      { ...range, width: TRACK_WIDTH, fields: ['lat', 'lon'], arrivedBy },
      signal,
    )
    const track = thinned(trackOf(blocksOf(series)), most)
    if (track.at.length > 0) tracks.set(dataId, track)
  }
  return tracks
}

interface AskedSources {
  readonly dataIds: readonly DataId[]
  readonly name: SourceName
  readonly reader: SourceReader
}

/** The sources of a name. */
async function listSources(db: Db, { dataIds, name, reader }: AskedSources): Promise<Source[]> {
  const store = createSourceStore(db)
  const sources = []
  for (const { dataId } of await store.listKeysOfUnits(dataIds, name, reader))
    sources.push(await store.get(dataId, name, reader.reach))
  return sources
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
      if (!isOnEarth(lat, lon) || (track.lat.at(-1) === lat && track.lon.at(-1) === lon)) continue
      track.at.push(time)
      track.lat.push(lat)
      track.lon.push(lon)
    }
  return track
}

/** At most so many positions, the last one included. */
function thinned({ at, lat, lon }: IncidentTrack, most: number): IncidentTrack {
  const every = Math.ceil(at.length / most)
  const keep = (values: readonly number[]): number[] =>
    values.filter((_value, place) => place === values.length - 1 || (place % every === 0 && place < (most - 1) * every))
  return { at: keep(at), lat: keep(lat), lon: keep(lon) }
}

function numberOr(value: number | undefined, before: number): number {
  return value === undefined || Number.isNaN(value) ? before : value
}
