import type { EntityId, UserId, DataId } from '@fieldwatch/contract/api/ids'
import type { LiveSource } from '@fieldwatch/contract/api/live-addresses'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import {
  getSharedCurrent,
  getSharedScreen,
  getSharedSeries,
  listSharedEvents,
  listSharedPositions,
  type SharedPosition,
  streamShared,
} from '@fieldwatch/contract/visitors/shared-screens'
import { parseLiveSources } from '@fieldwatch/contract/telemetry/live'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openStream } from '#doors/live/live-routes.ts'
import { readCurrent } from '#doors/telemetry/current-data.ts'
import { createSeriesSender, whileReading } from '#doors/telemetry/series-routes.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { bearerOf } from '#platform/http/bearer.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { identifyFirst } from '#platform/http/identify-first.ts'
import { limitByNetwork } from '#platform/http/limit-networks.ts'
import type { Clock } from '#platform/time/clock.ts'
import { recordsJson } from '#doors/telemetry/record-json.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { shownCurrent } from './current-values.ts'
import { requireShownColumn, shownOccurrence, type SharedTables } from './shared-events.ts'
import type { SharedStreams } from './shared-streams.ts'
import type { Visit, Visitors } from './visit.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Db } from '#platform/database/database.ts'

/** Adds routes that answer visitors. */
export type VisitorRoutes = (
  app: FastifyInstance,
  visitors: {
    readonly visitOf: (request: FastifyRequest) => Visit
    /** Reads for a visitor in turn with the others. */
    readonly inTurn: <T>(visit: Visit, reply: FastifyReply, read: () => Promise<T>) => Promise<T>
  },
) => void

/** What the screens of visitors are read with. */
export interface SharedReadParts {
  readonly db: Db
  readonly sharedTables: SharedTables
  readonly clock: Clock
  readonly sources: SourceStore
  readonly reader: RecordReader
  readonly visitors: readonly Visitors[]
  /** The routes of extensions; they are there once these have started. */
  readonly visitorRoutes: readonly VisitorRoutes[]
}

interface Parts extends SharedReadParts {
  readonly streams: SharedStreams
}

/** Reads from one network: a page has some ten sources, and a control room some ten screens. */
const READS = { max: 3_600, timeWindow: 60_000 }
/** Reads by one link at once, and by all links, so that people who are signed in come first. */
const GATE = { atOnce: 4, waiting: 100, overall: 8 }

/** How far a live chart reads beyond now, for units with a fast clock. */
const AHEAD_MS = 5 * 60_000

/** What visitors read. They have no session, and see what their pass shows and nothing else. */
export function registerSharedRoutes(app: FastifyInstance, parts: Parts): void {
  app.addHook('preClose', async () => parts.streams.closeAll())
  void app.register(async (limited) => {
    await limitByNetwork(limited, READS)
    const visitOf = registerSharedReads(limited, parts)
    addSendingRoute(limited, streamShared, async ({ query, request, reply }) => {
      await openStream(reply, async () => parts.streams.open(visitOf(request), sourcesOf(query.data ?? '')))
    })
  })
}

/** What screens read, but for their stream. Returns how to find the visit of a request to a further route. */
export function registerSharedReads(app: FastifyInstance, parts: SharedReadParts): (request: FastifyRequest) => Visit {
  const { clock, sources, reader, visitors } = parts
  const gate = createReadGate(GATE)
  const sendSeries = createSeriesSender({ reader, clock, gate })
  // Before the request is looked at: without a pass every one gets the same answer.
  const { get: visitOf } = identifyFirst(app, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const visit = await findVisit(visitors, request)
    if (request.routeOptions.config.endpoint?.format !== 'event-stream')
      app.replyWatch.follow(reply.raw, () => findVisit(visitors, request))
    return visit
  })

  addRoute(app, getSharedScreen, async ({ request }) => success(visitOf(request).screen))

  addSendingRoute(app, getSharedCurrent, async ({ query: { unit, source: name }, request, reply }) => {
    const { id, units } = visitOf(request)
    const shown = units.get(unit)
    const fields = shown?.current.filter(({ source }) => source === name) ?? []
    const source = shown === undefined || fields.length === 0 ? undefined : await sources.find(shown.dataId, name)
    if (source === undefined) throw new DomainError('data/not-found')
    const signal = whileReading(reply)
    const asked = {
      now: clock(),
      limit: Math.max(...fields.map(({ records }) => records)),
      fields: fields.map(({ field }) => field),
    }
    const current = await gate.run({ person: id as UserId, signal }, () => readCurrent(reader, source, asked, signal))
    const { records, older } = shownCurrent(current, fields)
    const details = `{"records":${recordsJson(records)},"older":${recordsJson(older)}}`
    void reply.type('application/json').send(`{"status":"success","details":${details}}`)
  })

  addSendingRoute(app, getSharedSeries, async ({ query, request, reply }) => {
    const { id, charts } = visitOf(request)
    const shown = charts.get(query.chart)
    const lines = shown?.chart.specifications[query.source] ?? []
    const source =
      shown === undefined || lines.length === 0 ? undefined : await sources.find(shown.dataId, query.source)
    const known = lines.map(({ field }) => field).filter((field) => Object.hasOwn(source?.types ?? {}, field))
    if (shown === undefined || source === undefined || known.length === 0) throw new DomainError('data/not-found')
    const { from, to } = within(shown.range, query, clock())
    await sendSeries(reply, {
      source,
      query: { fields: known, from, to, width: query.width, sampling: 'm4' },
      person: id as UserId,
      knownTags: undefined,
    })
  })

  addRoute(app, listSharedPositions, async ({ request }) => {
    const { placed, frozen, actor } = visitOf(request)
    return success({ positions: frozen ? [...frozen] : await readPositions(parts.db, placed, actor.reach) })
  })

  addRoute(app, listSharedEvents, async ({ query: { sort = 'startUTC', ...page }, request, reply }) => {
    const { id, events } = visitOf(request)
    if (events === undefined) throw new DomainError('data/not-found')
    const { table, columns, range, filter } = events
    const asked = { ...page, ...spanOf(range, clock()), filter, sort: requireShownColumn(columns, sort) }
    const list = () => parts.sharedTables.list(table, asked)
    const { occurrences, total } = await gate.run({ person: id as UserId, signal: whileReading(reply) }, list)
    return success({ occurrences: occurrences.map((one) => shownOccurrence(one, columns)), total })
  })

  const inTurn = <T>({ id }: Visit, reply: FastifyReply, read: () => Promise<T>): Promise<T> =>
    gate.run({ person: id as UserId, signal: whileReading(reply) }, read)
  for (const add of parts.visitorRoutes) add(app, { visitOf, inTurn })

  return visitOf
}

/** The part of an asked range that a link shows. */
function within(range: SharedRange, asked: TimeRange, now: number): TimeRange {
  const shown = spanOf(range, now)
  const from = Math.max(asked.from, shown.from)
  return { from, to: Math.max(from, Math.min(asked.to, shown.to)) }
}

function spanOf(range: SharedRange, now: number): TimeRange {
  return range.kind === 'last'
    ? { from: now - range.minutes * 60_000, to: now + AHEAD_MS }
    : { from: Date.parse(range.fromUTC), to: Date.parse(range.toUTC) }
}

/** @throws DomainError data/not-found */
function sourcesOf(text: string): readonly LiveSource[] {
  const sources = parseLiveSources(text)
  if (sources === undefined) throw new DomainError('data/not-found')
  return [...new Map(sources.map((source) => [`${source.dataId}/${source.subject}`, source])).values()]
}

/** @throws DomainError share/closed for everything that opens nothing */
function findVisit(visitors: readonly Visitors[], { headers, ip }: FastifyRequest): Promise<Visit> {
  const pass = bearerOf(headers.authorization) ?? ''
  const known = visitors.find(({ prefix }) => pass.startsWith(prefix))
  if (known === undefined) throw new DomainError('share/closed')
  return known.find(pass, { address: ip })
}

/** Where units are now, by the names that a visitor has for them. */
async function readPositions(
  db: Db,
  placed: ReadonlyMap<DataId, DataId>,
  reach: readonly EntityId[],
): Promise<SharedPosition[]> {
  if (placed.size === 0) return []
  const documents = await createUnitStore(db).listDocuments(reach, { dataIds: [...placed.values()] })
  const names = new Map([...placed].map(([name, dataId]) => [dataId, name]))
  return documents.flatMap(({ dataID, active, friendlyName, currentLat, currentLon, lastActivityUTC }) => {
    const unit = names.get(dataID)
    if (unit === undefined || !active) return []
    return [{ unit, name: friendlyName, latitude: currentLat, longitude: currentLon, lastActivityUTC }]
  })
}
