import type { SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { SharedRange } from '@fieldwatch/contract/shares/shares'
import {
  getSharedCurrent,
  getSharedScreen,
  getSharedSeries,
  openShared,
  SHARED_UNIT,
  streamShared,
} from '@fieldwatch/contract/shares/shared-screens'
import { parseLiveSources } from '@fieldwatch/contract/telemetry/live'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openStream } from '#doors/live/live-routes.ts'
import { readCurrent } from '#doors/telemetry/current-data.ts'
import { createSeriesSender, whileReading } from '#doors/telemetry/series-routes.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { limitByNetwork } from '#platform/http/limit-by-network.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { recordsJson } from '#doors/telemetry/record-json.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { shownCurrent } from './current-values.ts'
import type { JudgeParts, OpenShare } from './judge-share.ts'
import { getVisit, openShare } from './open-share.ts'
import type { SharedStreams } from './shared-streams.ts'

interface Parts extends JudgeParts {
  readonly clock: Clock
  readonly random: Random
  readonly sources: SourceStore
  readonly reader: RecordReader
  readonly streams: SharedStreams
}

/** Openings from one network: a company shares an address. */
const OPENINGS = { max: 120, timeWindow: 60_000 }
/** Reads from one network: a page has some ten sources. */
const READS = { max: 1_200, timeWindow: 60_000 }
/** Reads by one link at once, and by all links, so that people who are signed in come first. */
const GATE = { atOnce: 4, waiting: 100, overall: 8 }

/** How far a live chart reads beyond now, for units with a fast clock. */
const AHEAD_MS = 5 * 60_000

/** What visitors of shared links read. They have no session, and see what the link shows and nothing else. */
export function registerSharedRoutes(app: FastifyInstance, parts: Parts): void {
  app.addHook('preClose', async () => parts.streams.closeAll())
  void app.register(async (limited) => {
    await limitByNetwork(limited, OPENINGS)
    addRoute(limited, openShared, async ({ body, request, reply }) => {
      void reply.header('cache-control', 'no-store')
      const { secret, password } = body
      const { pass, open } = await openShare(parts, { secret, password, address: request.ip })
      return success({ pass, screen: open.screen })
    })
  })
  void app.register(async (limited) => {
    await limitByNetwork(limited, READS)
    registerReads(limited, parts)
  })
}

function registerReads(app: FastifyInstance, parts: Parts): void {
  const { clock, sources, reader, streams } = parts
  const gate = createReadGate(GATE)
  const sendSeries = createSeriesSender({ reader, clock, gate })
  const visits = new WeakMap<FastifyRequest, OpenShare>()

  // Before the request is looked at: without a pass every one gets the same answer.
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    visits.set(request, await getVisit(parts, request.headers.authorization))
  })

  addRoute(app, getSharedScreen, async ({ request }) => success(visitOf(request).screen))

  addSendingRoute(app, getSharedCurrent, async ({ query: { source: name }, request, reply }) => {
    const { dataId, screen, fields: all, share } = visitOf(request)
    const fields = all.filter(({ source }) => source === name)
    if (screen.kind !== 'overview' || fields.length === 0) throw new DomainError('data/not-found')
    const source = await sources.find(dataId, name)
    if (source === undefined) throw new DomainError('data/not-found')
    const signal = whileReading(reply)
    const asked = {
      now: clock(),
      limit: Math.max(...fields.map(({ records }) => records)),
      fields: fields.map(({ field }) => field),
    }
    const current = await gate.run({ person: share.id as string as UserId, signal }, () =>
      readCurrent(reader, source, asked, signal),
    )
    const { records, older } = shownCurrent(current, fields)
    const details = `{"records":${recordsJson(records)},"older":${recordsJson(older)}}`
    void reply.type('application/json').send(`{"status":"success","details":${details}}`)
  })

  addSendingRoute(app, getSharedSeries, async ({ query, request, reply }) => {
    const { dataId, screen, share } = visitOf(request)
    const lines = screen.kind === 'chart' ? (screen.chart.specifications[query.source] ?? []) : []
    if (screen.kind !== 'chart' || lines.length === 0) throw new DomainError('data/not-found')
    const source = await sources.find(dataId, query.source)
    if (source === undefined) throw new DomainError('data/not-found')
    const known = lines.map(({ field }) => field).filter((field) => Object.hasOwn(source.types, field))
    if (known.length === 0) throw new DomainError('data/not-found')
    const { from, to } = within(screen.range, query, clock())
    await sendSeries(reply, {
      source,
      query: { fields: known, from, to, width: query.width, sampling: 'auto' },
      person: share.id as string as UserId,
      knownTags: undefined,
    })
  })

  addSendingRoute(app, streamShared, async ({ query, request, reply }) => {
    await openStream(reply, async () => streams.open(visitOf(request), sourcesOf(query.data ?? '')))
  })

  function visitOf(request: FastifyRequest): OpenShare {
    const visit = visits.get(request)
    if (visit === undefined) throw new DomainError('share/closed')
    return visit
  }
}

/** What of an asked range a link shows. */
function within(range: SharedRange, asked: TimeRange, now: number): TimeRange {
  const shown =
    range.kind === 'last'
      ? { from: now - range.minutes * 60_000, to: now + AHEAD_MS }
      : { from: Date.parse(range.fromUTC), to: Date.parse(range.toUTC) }
  const from = Math.max(asked.from, shown.from)
  return { from, to: Math.max(from, Math.min(asked.to, shown.to)) }
}

/** @throws DomainError data/not-found */
function sourcesOf(text: string): readonly SourceName[] {
  const sources = parseLiveSources(text)
  if (sources === undefined || sources.some(({ dataId }) => dataId !== SHARED_UNIT))
    throw new DomainError('data/not-found')
  return [...new Set(sources.map(({ subject }) => subject))]
}
