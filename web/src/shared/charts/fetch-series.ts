import {
  CURSOR_HEADER,
  type DataRecord,
  getDataOptions,
  getSeries,
  prepareData,
  queryData,
  SAMPLING_HEADER,
} from '@fieldwatch/contract/telemetry/data'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import type { ChartData } from './series-buffer.ts'

/** The first or the latest record of a source. */
export interface EdgeRecord {
  readonly source: string
  readonly record: DataRecord
}

export interface SeriesRequest extends TimeRange {
  dataId: DataId
  source: SourceName
  fields: readonly string[]
  /** Pixel columns of the plot. */
  width: number
  /** Epoch milliseconds; records that arrived later are left out. */
  knownAt?: number | undefined
  /** Thinned out to whole records, with the times of their arrival as a further column. */
  sampling?: 'records'
}

/** Fields of a source over time; `data` has a column for each requested field, in their order. */
export interface FetchedSeries {
  readonly data: ChartData
  /** The stream continues behind it; undefined when there is nothing to continue. */
  readonly cursor: string | undefined
}

/** Makes a source ready for a chart. @throws ApiError data/not-found, unit/not-found */
export async function prepareSource(api: Api, { dataId, source }: SeriesRequest, signal: AbortSignal): Promise<void> {
  await api.call(prepareData, { body: { dataID: dataId, subject: source } }, { signal })
}

/** Reads the first or the latest record of a source, however old; undefined when there is none. */
export async function fetchEdge(
  api: Api,
  { dataId, source }: Pick<SeriesRequest, 'dataId' | 'source'>,
  { edge, signal }: { edge: 'first' | 'latest'; signal: AbortSignal },
): Promise<EdgeRecord | undefined> {
  const direction = edge === 'first' ? 'asc' : 'desc'
  const body = { dataID: dataId, subject: source, sort: { field: 'messageUTC', direction }, limit: 1 }
  const [record] = (await api.call(queryData, { body }, { signal })).body.details.data
  return record === undefined ? undefined : { source, record }
}

/** Reads a series. A missing or text field has a column without values. */
export async function fetchSeries(api: Api, request: SeriesRequest, signal: AbortSignal): Promise<FetchedSeries> {
  try {
    return await fetchFields(api, request, request.fields, signal)
  } catch (error) {
    if (!hasCode(error, 'data/field-not-found')) throw error
    const options = await api.call(getDataOptions, { params: { id: request.dataId }, query: {} }, { signal })
    const types = options.body.details[request.source] ?? {}
    const known = request.fields.filter((field) => types[field] !== undefined)
    return fetchFields(api, request, known, signal)
  }
}

async function fetchFields(
  api: Api,
  { dataId, source, fields, from, to, width, knownAt, sampling }: SeriesRequest,
  known: readonly string[],
  signal: AbortSignal,
): Promise<FetchedSeries> {
  const asked = {
    fields: known.join(','),
    from: String(Math.floor(from)),
    to: String(Math.ceil(to)),
    width,
    ...asKnownAt(knownAt),
    ...(sampling === undefined ? {} : { sampling }),
  }
  const [response] = await Promise.all([
    api.callRaw(getSeries, { params: { dataID: dataId, subject: source }, query: asked }, { signal }),
    loadReader(),
  ])
  const columns = sampling === 'records' ? [...fields, 'recieveUTC'] : fields
  return readSeriesReply(response, { fields: columns, from, to, width })
}

/** What asks a series or an export for what was known at a moment; nothing while all records count. */
export function asKnownAt(at: number | undefined): { asKnownAt?: string } {
  return at === undefined ? {} : { asKnownAt: String(at) }
}

const loadReader = () => import('@uwdata/flechette')

/** Reads the reply to a request for a series, with a column for each of the fields. */
export async function readSeriesReply(
  response: Response,
  { fields, from, to, width }: Pick<SeriesRequest, 'fields' | 'from' | 'to' | 'width'>,
): Promise<FetchedSeries> {
  const { tableFromIPC } = await loadReader()
  const table = tableFromIPC(await response.arrayBuffer())
  const x = numbersOf(table.getChild('t')?.toArray(), table.numRows)
  const columns = fields.map((field) => numbersOf(table.getChild(field)?.toArray(), x.length))
  const columnMs = response.headers.get(SAMPLING_HEADER) === 'm4' ? (to - from) / width : 0
  return { data: { x, columns, columnMs }, cursor: response.headers.get(CURSOR_HEADER) ?? undefined }
}

/** The values of a column; NaN for null and missing ones. */
function numbersOf(values: ArrayLike<unknown> | undefined, length: number): Float64Array {
  if (values instanceof Float64Array) return values
  const numbers = new Float64Array(length).fill(Number.NaN)
  if (values === undefined) return numbers
  for (let row = 0; row < length; row += 1) {
    const value = values[row]
    if (typeof value === 'number' || typeof value === 'bigint') numbers[row] = Number(value)
  }
  return numbers
}
