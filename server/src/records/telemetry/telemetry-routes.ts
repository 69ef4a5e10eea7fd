import { Readable } from 'node:stream'
import {
  ARROW_STREAM,
  CURSOR_HEADER,
  exportData,
  getCollections,
  getCurrent,
  getDataOptions,
  getSeries,
  listLatest,
  MAX_RAW_VALUES,
  prepareData,
  queryData,
  SAMPLING_HEADER,
} from '@fieldwatch/contract/data'
import { SourceName } from '@fieldwatch/contract/ids'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { entityTagOf, isKnown } from '#platform/http/entity-tag.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import { releaseBuffers } from '#platform/memory/release-buffers.ts'
import type { Clock } from '#platform/time/clock.ts'
import { alignFields } from './align-fields.ts'
import { pageOf, pageRequestOf } from './data-query.ts'
import { readCurrent } from './current-data.ts'
import { exportCsv } from './export-csv.ts'
import { looksAtAll } from '#records/store/read-page.ts'
import { createReadGate } from './read-gate.ts'
import { recordJson, recordsJson } from './record-json.ts'
import type { RecordReader, ReducedSeries, Series } from '#records/store/record-reader.ts'
import { rememberSeries } from './remembered-series.ts'
import { drawnFieldsOf, fieldsOf, toldTypes, withoutText } from './requested-fields.ts'
import { bodyOf, copyOf, type SeriesBody } from './series-body.ts'
import { encodeSeries } from './series-table.ts'
import { mayRead, requireMayRead } from '#records/store/source-policy.ts'
import type { Source, SourceStore } from '#records/store/source-store.ts'
import { formatPosition } from './stream-cursor.ts'

interface Dependencies {
  sources: SourceStore
  reader: RecordReader
  clock: Clock
}

/** The most pixel columns of all fields together. */
const MOST_PIXEL_COLUMNS = 500_000

/** Limits of quick reads of one user, pages by time and series, which take milliseconds. */
const QUICK_READS = { atOnce: 4, waiting: 100 }
/** Limits of pages that may scan a whole source, for one user and for all, so that connections are left for others. */
const SCANS = { atOnce: 2, waiting: 8, overall: 4 }
/** Limits of CSV exports, which take as long as their client. */
const EXPORTS = { atOnce: 2, waiting: 4 }

const READ_MS = 60_000
const TAKES_NOTHING_MS = 60_000

/** Reads of telemetry: the Data API, series and exports, for both roles, within reach; the history of requests is for admins. */
export function registerTelemetryRoutes(app: FastifyInstance, { sources, reader, clock }: Dependencies): void {
  const remembered = rememberSeries({ clock })
  const gates = {
    quick: createReadGate(QUICK_READS),
    scans: createReadGate(SCANS),
    exports: createReadGate(EXPORTS),
  }
  addSendingRoute(app, queryData, async ({ body, caller, reply }) => {
    requireMayRead(caller, body.subject)
    const source = await sources.get(body.dataID, body.subject, caller.reach)
    const request = pageRequestOf(body)
    const signal = whileReading(reply)
    const gate = looksAtAll(request) ? gates.scans : gates.quick
    const found = await gate.run({ person: caller.userId, signal }, () => reader.readPage(source.key, request, signal))
    const { records, pagination } = pageOf(body, found)
    const details = `{"data":${recordsJson(records)},"pagination":${JSON.stringify(pagination)}}`
    void reply.type('application/json').send(`{"statusCode":200,"body":{"status":"success","details":${details}}}`)
  })

  addSendingRoute(app, listLatest, async ({ body, caller, reply }) => {
    const found = await sources.listKeysOfUnits(body.dataIDs, body.subject, caller.reach)
    const list = found.filter(({ name }) => mayRead(caller, name))
    const keys = list.map(({ key }) => key)
    const signal = whileReading(reply)
    const latest = await gates.quick.run({ person: caller.userId, signal }, () => reader.readLatest(keys, signal))
    const texts = list.flatMap(({ key, dataId, name }) => {
      const record = latest.get(key)
      if (record === undefined) return []
      return [`{"dataID":${JSON.stringify(dataId)},"subject":${JSON.stringify(name)},"record":${recordJson(record)}}`]
    })
    const details = `[${texts.join(',')}]`
    void reply.type('application/json').send(`{"statusCode":200,"body":{"status":"success","details":${details}}}`)
  })

  addSendingRoute(app, getCurrent, async ({ body, caller, reply }) => {
    requireMayRead(caller, body.subject)
    const source = await sources.get(body.dataID, body.subject, caller.reach)
    const signal = whileReading(reply)
    const { records, older, nextInMs } = await gates.quick.run({ person: caller.userId, signal }, () =>
      readCurrent(reader, source, { ...body, now: clock() }, signal),
    )
    const details = `{"records":${recordsJson(records)},"older":${recordsJson(older)},"nextInMs":${nextInMs}}`
    void reply.type('application/json').send(`{"statusCode":200,"body":{"status":"success","details":${details}}}`)
  })

  addRoute(app, prepareData, async ({ body, caller }) => {
    requireMayRead(caller, body.subject)
    const source = await sources.get(body.dataID, body.subject, caller.reach)
    return dataReply({ lastUpdateUTC: new Date(source.lastReceivedAt).toISOString() })
  })

  addRoute(app, getDataOptions, async ({ params, query, caller }) => {
    const list = await sources.list(params.id, caller.reach)
    return dataReply(Object.fromEntries(list.map((source) => [source.name, toldTypes(source, query.mixed)])))
  })

  addRoute(app, getCollections, async ({ params, caller }) => {
    const list = await sources.list(params.dataID, caller.reach)
    return dataReply(
      list.map((source) => ({
        name: source.name,
        type: toldTypes(source, 'string'),
        lastUpdateUTC: new Date(source.lastReceivedAt).toISOString(),
      })),
    )
  })

  addSendingRoute(app, getSeries, async ({ params, query, caller, request: { headers }, reply }) => {
    requireMayRead(caller, params.subject)
    const source = await sources.get(params.dataID, params.subject, caller.reach)
    const fields = drawnFieldsOf(source, query.fields)
    const width = Math.min(query.width, Math.ceil(MOST_PIXEL_COLUMNS / Math.max(fields.length, 1)))
    const mostRaw = query.sampling === 'raw' ? Math.floor(MAX_RAW_VALUES / Math.max(fields.length, 1)) : undefined
    const request = { from: query.from, to: query.to, width, fields, mostRaw }
    const dropsText = query.fields === undefined
    const question = { ...request, dropsText, sourceKey: source.key, lastReceivedAt: source.lastReceivedAt }
    const draw = async (signal: AbortSignal) => {
      const read = await reader.readSeries(source.key, request, signal)
      const drawn = dropsText ? dropText(source, { fields, series: read }) : { fields, series: read }
      const body = bodyOfSeries(drawn)
      return { body, entityTag: entityTagOf(body.parts), complete: read.complete }
    }
    const read = (signal: AbortSignal) => gates.quick.run({ person: caller.userId, signal }, () => draw(signal))
    const series = await remembered.answer(question, read, whileReading(reply))
    // The source was read before its records: arrivals in between are in the answer and behind the cursor, and none is missed.
    const cursor = formatPosition({ kind: 'arrivals', receivedAfter: source.lastReceivedAt, at: undefined })
    void reply
      .header('cache-control', 'private, no-cache')
      .header('etag', series.entityTag)
      .header(CURSOR_HEADER, cursor)
      .header(SAMPLING_HEADER, series.complete ? 'raw' : 'm4')
    if (isKnown(headers['if-none-match'], series.entityTag)) void reply.code(304).send()
    else void sendParts(reply.type(ARROW_STREAM), series.body)
  })

  addSendingRoute(app, exportData, async ({ params, query, caller, reply }) => {
    const name = SourceName.parse(params.file.slice(0, -'.csv'.length))
    requireMayRead(caller, name)
    const source = await sources.get(params.dataID, name, caller.reach)
    const fields = fieldsOf(source, query.fields)
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query
    const signal = untilGone(reply)
    const leave = await gates.exports.enter({ person: caller.userId, signal })
    reply.raw.once('close', leave)
    // A client that reads nothing for so long has left.
    reply.raw.setTimeout(TAKES_NOTHING_MS, () => reply.raw.destroy())
    const lines = exportCsv(reader, source.key, { from, to, fields, signal })
    void reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${source.dataId}-${source.name}.csv"`)
      .send(Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 }))
  })
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
function whileReading(reply: FastifyReply): AbortSignal {
  return untilGone(reply, { afterMs: READ_MS, failure: new DomainError('data/read-too-long') })
}

function dataReply<D>(details: D): { statusCode: 200; body: { status: 'success'; details: D } } {
  return { statusCode: 200, body: { status: 'success', details } }
}
