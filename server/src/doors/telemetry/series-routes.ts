import { Readable } from 'node:stream'
import {
  ARROW_STREAM,
  CURSOR_HEADER,
  getSeries,
  MAX_RAW_VALUES,
  SAMPLING_HEADER,
} from '@fieldwatch/contract/telemetry/data'
import type { QueryOf } from '@fieldwatch/contract/api/endpoint'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addSendingRoute } from '#platform/http/add-route.ts'
import { entityTagOf, isKnown } from '#platform/http/entity-tag.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import { releaseBuffers } from '#platform/memory/release-buffers.ts'
import type { Clock } from '#platform/time/clock.ts'
import { alignFields } from './align-fields.ts'
import type { RecordReader, ReducedSeries, Series } from '#records/store/record-reader.ts'
import { rememberSeries } from './remembered-series.ts'
import { drawnFieldsOf, withoutText } from './requested-fields.ts'
import { bodyOf, copyOf, type SeriesBody } from './series-body.ts'
import { encodeSeries } from './series-table.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import type { Source, SourceStore } from '#records/store/source-store.ts'
import { formatPosition } from './stream-cursor.ts'
import type { ReadGate } from '#platform/http/read-gate.ts'

interface Dependencies {
  sources: SourceStore
  reader: RecordReader
  clock: Clock
  gate: ReadGate
}

/** The most pixel columns of all fields together. */
const MOST_PIXEL_COLUMNS = 500_000

/** The width of a plot, in pixels. */
const DEFAULT_WIDTH = 1200

const READ_MS = 60_000

/** A range of a source as Arrow, for charts: every record, or what draws the same lines. */
export function registerSeriesRoute(app: FastifyInstance, { sources, reader, clock, gate }: Dependencies): void {
  const send = createSeriesSender({ reader, clock, gate })
  addSendingRoute(app, getSeries, async ({ params, query, caller, request: { headers }, reply }) => {
    requireMayRead(caller, params.subject)
    const source = await sources.get(params.dataID, params.subject, caller.reach)
    await send(reply, { source, query, person: caller.userId, knownTags: headers['if-none-match'] })
  })
}

interface AskedSeries {
  /** The source of a unit whose reach was checked. */
  readonly source: Source
  readonly query: QueryOf<typeof getSeries>
  /** Whose read it is. */
  readonly person: UserId
  /** The tags in the `If-None-Match` header. */
  readonly knownTags: string | undefined
}

/** Sends series of sources that may be read. */
export function createSeriesSender({ reader, clock, gate }: Omit<Dependencies, 'sources'>) {
  const remembered = rememberSeries({ clock })
  return async (reply: FastifyReply, { source, query, person, knownTags }: AskedSeries): Promise<void> => {
    const fields = drawnFieldsOf(source, query.fields)
    const sampling = query.sampling ?? (query.width === undefined ? 'raw' : 'm4')
    const width = Math.min(query.width ?? DEFAULT_WIDTH, Math.ceil(MOST_PIXEL_COLUMNS / Math.max(fields.length, 1)))
    const mostRaw = sampling === 'raw' ? Math.floor(MAX_RAW_VALUES / Math.max(fields.length, 1)) : undefined
    const withArrivals = sampling === 'records'
    const request = { from: query.from, to: query.to, width, fields, mostRaw, arrivedBy: query.asKnownAt, withArrivals }
    const dropsText = query.fields === undefined && !withArrivals
    const question = { ...request, dropsText, sourceKey: source.key, lastReceivedAt: source.lastReceivedAt }
    const draw = async (signal: AbortSignal) => {
      const read = await reader.readSeries(source.key, request, signal)
      const columns = withArrivals ? [...fields, 'recieveUTC'] : fields
      const drawn = dropsText ? dropText(source, { fields, series: read }) : { fields: columns, series: read }
      const body = bodyOfSeries(drawn)
      return { body, entityTag: await entityTagOf(body.parts), complete: read.complete }
    }
    const read = (signal: AbortSignal) => gate.run({ person, signal }, () => draw(signal))
    const series = await remembered.answer(question, read, whileReading(reply))
    // The source was read before its records: arrivals in between are in the answer and behind the cursor, and none is missed.
    const cursor = formatPosition({ kind: 'arrivals', receivedAfter: source.lastReceivedAt, at: undefined })
    void reply
      .header('cache-control', 'private, no-cache')
      .header('etag', series.entityTag)
      .header(CURSOR_HEADER, cursor)
      .header(SAMPLING_HEADER, withArrivals ? 'records' : series.complete ? 'raw' : 'm4')
    if (isKnown(knownTags, series.entityTag)) void reply.code(304).send()
    else void sendParts(reply.type(ARROW_STREAM), series.body)
  }
}

interface NamedSeries {
  readonly fields: readonly string[]
  readonly series: Series
}

/** Leaves out text fields without numbers. */
function dropText(source: Pick<Source, 'types'>, { fields, series }: NamedSeries): NamedSeries {
  const isNumber = (value: number): boolean => !Number.isNaN(value)
  const kept = withoutText(source, fields, (index) =>
    series.complete
      ? series.blocks.some(({ columns }) => columns[index]?.some(isNumber) === true)
      : (series.fields[index]?.at.length ?? 0) > 0,
  )
  if (kept.length === fields.length) return { fields, series }
  const pick = <T>(list: readonly T[]): T[] => kept.flatMap((index) => list.slice(index, index + 1))
  return {
    fields: pick(fields),
    series: series.complete
      ? { complete: true, blocks: series.blocks.map(({ at, columns }) => ({ at, columns: pick(columns) })) }
      : { complete: false, fields: pick(series.fields) },
  }
}

function bodyOfSeries({ fields, series }: NamedSeries): SeriesBody {
  return series.complete ? bodyOf(encodeSeries(fields, series.blocks)) : reducedBodyOf(fields, series)
}

function reducedBodyOf(fields: readonly string[], { fields: drawn }: ReducedSeries): SeriesBody {
  const body = copyOf(encodeSeries(fields, [alignFields(drawn)]))
  releaseBuffers(drawn.flatMap(({ at, values }) => [at.buffer, values.buffer]))
  return body
}

function sendParts(reply: FastifyReply, { parts, length }: SeriesBody): FastifyReply {
  const [only] = parts
  if (parts.length === 1) return reply.send(only)
  return reply.header('content-length', length).send(Readable.from(parts, { objectMode: false }))
}

/** A signal that aborts when the caller leaves, or the read takes too long. */
export function whileReading(reply: FastifyReply): AbortSignal {
  return untilGone(reply, { afterMs: READ_MS, failure: new DomainError('data/read-too-long') })
}
