import {
  exportData,
  exportParquet,
  exportWorkbook,
  getCollections,
  getCurrent,
  type FieldType,
  getDataOptions,
  listLastValues,
  listLatest,
  listSharedOptions,
  PARQUET_TYPE,
  prepareData,
  queryData,
  readsAsNumber,
} from '@fieldwatch/contract/telemetry/data'
import { say } from '@fieldwatch/messages/server-sentences'
import { type DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { createMeasures } from '@fieldwatch/contract/measures/measure'
import { type FileUnits, preferenceOf } from '@fieldwatch/contract/measures/measure-preference'
import { csvHeading } from '@fieldwatch/contract/templates/chart-table'
import type { Caller } from '#platform/http/caller.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { UnitNotes } from '#fleet/unit-notes/unit-notes.ts'
import { notesTable } from '#fleet/unit-notes/write-notes.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { languageOfReader, sentencesFor } from '#platform/http/reader-language.ts'
import { sendCsv, sendFile, sendTables } from '#platform/http/send-csv.ts'
import type { ParquetKind } from './parquet-group.ts'
import { writeParquet } from './write-parquet.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { Clock } from '#platform/time/clock.ts'
import { pageOf, pageRequestOf } from './data-query.ts'
import { readCurrent, readCurrentAsOf } from './current-data.ts'
import { type ExportedField, recordTable } from './record-table.ts'
import { readLastValues } from './last-values.ts'
import { looksAtAll } from '#records/store/read-page.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { recordJson, recordsJson } from './record-json.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { fieldsOf, reportedTypes } from './requested-fields.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import type { FieldUnitStore } from '#records/store/field-unit-store.ts'
import type { Source, SourceStore } from '#records/store/source-store.ts'
import { sharedOptions } from './shared-options.ts'
import { registerSeriesRoute, whileReading } from './series-routes.ts'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import { success } from '#platform/http/envelope.ts'
import { type CompareParts, compareSeries } from './compare-periods.ts'

interface Dependencies {
  sources: SourceStore
  reader: RecordReader
  /** Units of measure. */
  units: FieldUnitStore
  /** The names of a gateway's children that are no units, by their sources. */
  listChildren: (gateway: DataId) => Promise<ReadonlyMap<string, string>>
  unitNotes: UnitNotes
  /** Threads that encode files. */
  workers: ThreadPool
  clock: Clock
}

/** Limits of quick reads of one user, pages by time and series, which take milliseconds. */
const QUICK_READS = { atOnce: 4, waiting: 100 }
/** Limits of pages that may scan a whole source, for one user and for all, so that connections are left for others. */
const SCANS = { atOnce: 2, waiting: 8, overall: 4 }
/** Limits of questions about the sources of many units, which read the field types of all of them. */
const SHARED = { atOnce: 1, waiting: 8, overall: 2 }
/** Limits of CSV exports, which take as long as their client. */
const EXPORTS = { atOnce: 2, waiting: 4 }

/** Reads of telemetry: the Data API, series and exports, for both roles, within reach; the history of requests is for admins. */
export function registerTelemetryRoutes(
  app: FastifyInstance,
  { sources, reader, units, listChildren, unitNotes, workers, clock }: Dependencies,
): void {
  const gates = {
    quick: createReadGate(QUICK_READS),
    scans: createReadGate(SCANS),
    shared: createReadGate(SHARED),
    exports: createReadGate(EXPORTS),
  }
  addSendingRoute(app, queryData, async ({ body, caller, reply }) => {
    const source = await readable(caller, body.dataID, body.subject)
    const request = pageRequestOf(body)
    const signal = whileReading(reply)
    const gate = looksAtAll(request) ? gates.scans : gates.quick
    const found = await gate.run({ person: caller.userId, signal }, () => reader.readPage(source.key, request, signal))
    const { records, pagination } = pageOf(body, found)
    const details = `{"data":${recordsJson(records)},"pagination":${JSON.stringify(pagination)}}`
    sendWritten(reply, details)
  })

  addSendingRoute(app, listLatest, async ({ body, caller, reply }) => {
    const list = await sources.listKeysOfUnits(body.dataIDs, body.subject, caller)
    const keys = list.map(({ key }) => key)
    const signal = whileReading(reply)
    const latest = await gates.quick.run({ person: caller.userId, signal }, () => reader.readLatest(keys, signal))
    const texts = list.flatMap(({ key, dataId, name }) => {
      const record = latest.get(key)
      if (record === undefined) return []
      return [`{"dataID":${JSON.stringify(dataId)},"subject":${JSON.stringify(name)},"record":${recordJson(record)}}`]
    })
    const details = `[${texts.join(',')}]`
    sendWritten(reply, details)
  })

  addSendingRoute(app, listLastValues, async ({ body, caller, reply }) => {
    requireMayRead(caller, body.subject)
    const signal = whileReading(reply)
    const details = await gates.quick.run({ person: caller.userId, signal }, () =>
      readLastValues({ sources, reader, units }, { ...body, reader: caller, now: clock() }, signal),
    )
    void reply.send(dataReply(details))
  })

  addSendingRoute(app, getCurrent, async ({ body, caller, reply }) => {
    const source = await readable(caller, body.dataID, body.subject)
    const signal = whileReading(reply)
    const { at, asKnownAt, limit, fields } = body
    const arrivedBy = asKnownAt === undefined ? undefined : Date.parse(asKnownAt)
    // What had arrived is looked for in every record before the moment.
    const gate = arrivedBy === undefined ? gates.quick : gates.scans
    const { records, older } = await gate.run({ person: caller.userId, signal }, () =>
      at === undefined
        ? readCurrent(reader, source, { limit, fields, now: clock() }, signal)
        : readCurrentAsOf(reader, source, { limit, fields, at: Date.parse(at), arrivedBy }, signal),
    )
    const details = `{"records":${recordsJson(records)},"older":${recordsJson(older)}}`
    sendWritten(reply, details)
  })

  addRoute(app, prepareData, async ({ body, caller }) => {
    const source = await readable(caller, body.dataID, body.subject)
    return dataReply({ lastUpdateUTC: new Date(source.lastReceivedAt).toISOString() })
  })

  addRoute(app, getDataOptions, async ({ params, query, caller }) => {
    const list = await sources.list(params.id, caller)
    return dataReply(Object.fromEntries(list.map((source) => [source.name, reportedTypes(source, query.mixed)])))
  })

  addRoute(app, listSharedOptions, async ({ body, caller, reply }) => {
    const signal = whileReading(reply)
    const types = await gates.shared.run({ person: caller.userId, signal }, () =>
      sources.listTypesOfUnits(body.dataIDs, caller),
    )
    return dataReply(await sharedOptions(types))
  })

  addRoute(app, getCollections, async ({ params, caller }) => {
    const list = await sources.list(params.dataID, caller)
    const children = await listChildren(params.dataID)
    return dataReply(
      list.map((source) => ({
        name: source.name,
        type: reportedTypes(source, 'string'),
        lastUpdateUTC: new Date(source.lastReceivedAt).toISOString(),
        ...(children.has(source.name) && { child: children.get(source.name) }),
      })),
    )
  })

  registerSeriesRoute(app, { sources, reader, clock, gate: gates.quick })
  registerComparisonRoute(app, { sources, reader, clock })

  addSendingRoute(app, exportData, async ({ params, query, caller, reply }) => {
    const name = SourceName.parse(params.file.slice(0, -'.csv'.length))
    const source = await readable(caller, params.dataID, name)
    const names = fieldsOf(source, query.fields)
    const fields = await exportedFields(units, { caller, source, names, asked: query.units })
    const { from = -Infinity, to = Infinity } = query
    await sendCsv({
      reply,
      caller,
      judge: (again) => readable(again, params.dataID, name),
      gate: gates.exports,
      name: `${source.dataId}-${source.name}.csv`,
      tables: (signal) => {
        const asked = { dataId: source.dataId, reach: caller.reach, range: { from, to }, sources: [name] }
        const records = recordTable(reader, source.key, { from, to, fields, signal, arrivedBy: query.asKnownAt })
        return [
          records,
          ...(query.notes
            ? notesTable(unitNotes, asked, { format: 'csv', language: 'en', timeZone: 'UTC', signal })
            : []),
        ]
      },
    })
  })

  addSendingRoute(app, exportWorkbook, async ({ params, query, caller, request, reply }) => {
    const source = await readable(caller, params.dataID, params.subject)
    const names = fieldsOf(source, query.fields)
    const fields = await exportedFields(units, { caller, source, names, asked: query.units, namesUnits: true })
    const { from = -Infinity, to = Infinity, timeZone: zone } = query
    const write = sentencesFor(request)
    const times = [say('answers.sheet.time', { zone }), say('answers.sheet.received', { zone })].map(write)
    await sendTables({
      reply,
      caller,
      judge: (again) => readable(again, params.dataID, params.subject),
      gate: gates.exports,
      name: `${source.dataId}-${source.name}`,
      format: 'xlsx',
      timeZone: zone,
      sheets: (signal) => {
        const records = recordTable(reader, source.key, { from, to, fields, times, signal })
        const asked = { dataId: source.dataId, reach: caller.reach, range: { from, to }, sources: [source.name] }
        const look = { format: 'xlsx', language: languageOfReader(request), timeZone: zone, signal } as const
        return [{ name: source.name, ...records }, ...(query.notes ? notesTable(unitNotes, asked, look) : [])]
      },
    })
  })

  addSendingRoute(app, exportParquet, async ({ params, query, caller, reply }) => {
    const source = await readable(caller, params.dataID, params.subject)
    const names = fieldsOf(source, query.fields)
    const types = reportedTypes(source, 'string')
    const fields = names.map((name) => ({ name, kind: parquetKindOf(types[name]) }))
    const { from = -Infinity, to = Infinity } = query
    const notesOfFile = await unitsOfMeasure(units, source, names)
    await sendFile({
      reply,
      caller,
      judge: (again) => readable(again, params.dataID, params.subject),
      gate: gates.exports,
      name: `${source.dataId}-${source.name}.parquet`,
      type: PARQUET_TYPE,
      open: (signal) =>
        writeParquet({
          fields,
          blocks: reader.readRange(source.key, { from, to }, signal),
          notes: { unit: source.dataId, source: source.name, ...notesOfFile },
          workers,
        }),
    })
  })

  /** A source that may be read, in reach. @throws DomainError access/forbidden, unit/not-found, data/not-found */
  async function readable(caller: Caller, dataId: DataId, name: SourceName): Promise<Source> {
    requireMayRead(caller, name)
    return sources.get(dataId, name, caller.reach)
  }
}

/** Answers with details that are JSON already. */
function sendWritten(reply: FastifyReply, details: string): void {
  void reply.type('application/json').send(`{"statusCode":200,"body":{"status":"success","details":${details}}}`)
}

interface Exported {
  readonly caller: Pick<Caller, 'userId'>
  readonly source: Pick<Source, 'dataId' | 'name'>
  readonly names: readonly string[]
  readonly asked: FileUnits
  /** Whether headings name the unit of measure of values as they were sent, too. */
  readonly namesUnits?: boolean
}

/** The columns of an export. As sent, they have the names of the fields; otherwise the unit of measure too. */
async function exportedFields(
  units: FieldUnitStore,
  { caller, source: { dataId, name: source }, names, asked, namesUnits = false }: Exported,
): Promise<ExportedField[]> {
  if (asked === 'sent' && !namesUnits) return names.map((name) => ({ name }))
  const preference = asked === 'preferred' ? await units.findPreference(caller.userId) : { system: asked }
  const measures = createMeasures(preferenceOf(preference))
  const sent = await listUnits(units, { dataId, name: source }, names)
  return names.map((name, place) => {
    const { unit, value } = measures(sent[place])
    return { name, heading: csvHeading({ label: name, unit }), write: value }
  })
}

function parquetKindOf(type: FieldType | undefined): ParquetKind {
  if (type === 'bool') return 'boolean'
  return readsAsNumber(type) ? 'number' : 'text'
}

function listUnits(
  units: FieldUnitStore,
  { dataId, name: source }: Pick<Source, 'dataId' | 'name'>,
  names: readonly string[],
) {
  return units.listOfUnit(
    dataId,
    names.map((field) => ({ source, field })),
  )
}

/** The unit of measure of each field that has one, such as `unit of level`. */
async function unitsOfMeasure(
  units: FieldUnitStore,
  source: Pick<Source, 'dataId' | 'name'>,
  names: readonly string[],
): Promise<Record<string, string>> {
  const sent = await listUnits(units, source, names)
  const named = names.flatMap((name, place) => {
    const unit = sent[place]
    return unit === undefined || unit === null ? [] : [[`unit of ${name}`, unit] as const]
  })
  return Object.fromEntries(named)
}

function dataReply<D>(details: D): { statusCode: 200; body: { status: 'success'; details: D } } {
  return { statusCode: 200, body: { status: 'success', details } }
}

/** Limits of comparisons, which read every record of two periods, so that connections are left for others. */
const COMPARISONS = { atOnce: 2, waiting: 50, overall: 4 }

/** What values of two periods come to. */
function registerComparisonRoute(app: FastifyInstance, parts: CompareParts & { readonly clock: Clock }): void {
  const gate = createReadGate(COMPARISONS)
  addRoute(app, comparePeriods, async ({ body, caller, reply }) => {
    requireMayRead(caller, ...body.series.map(({ source }) => source))
    const signal = whileReading(reply)
    const asked = { reader: caller, now: parts.clock(), signal }
    return success(await gate.run({ person: caller.userId, signal }, () => compareSeries(parts, body, asked)))
  })
}
