import { say } from '@fieldwatch/messages/server-sentences'
import type { QueryOf } from '@fieldwatch/contract/api/endpoint'
import { DataId } from '@fieldwatch/contract/api/ids'
import {
  LIVE_SOURCES_MAX,
  parseLiveSources,
  streamLive,
  streamSource,
  streamUnit,
} from '@fieldwatch/contract/telemetry/live'
import {
  ALERTS_ONLY,
  CARRIES_ON_HEADER,
  ERROR_DETAILS_HEADER,
  type LiveSource,
} from '@fieldwatch/contract/api/live-addresses'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import { addSendingRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { parsePosition, type StreamPosition } from '#doors/telemetry/stream-cursor.ts'
import type { LiveStreams } from './live-streams.ts'
import { openSseConnection, type SseConnection } from './sse-connection.ts'

/** Server-sent events: records of a source, the document of a unit, and all that a page shows in one. */
export function registerLiveRoutes(app: FastifyInstance, { live }: { live: LiveStreams }): void {
  app.addHook('preClose', async () => live.closeAll())

  addSendingRoute(app, streamSource, async ({ params, query, caller, request, reply }) => {
    await openStream(reply, async () => {
      const position = positionAfter(request.headers['last-event-id'])
      return live.openSource(caller, { dataId: params.dataID, subject: params.subject, position, since: query.since })
    })
  })

  addSendingRoute(app, streamUnit, async ({ query, caller, reply }) => {
    await openStream(reply, async () => {
      if (query.dataID === undefined || query.dataID === '') throw new DomainError('unit/id-missing')
      return live.openUnit(caller, unitId(query.dataID))
    })
  })

  addSendingRoute(app, streamLive, async ({ query, caller, reply }) => {
    if (query.devices === 'viewing' && query.since !== undefined) reply.header(CARRIES_ON_HEADER, '1')
    await openStream(reply, () => openLive(live, caller, query))
  })
}

/** @throws DomainError data/cursor-invalid */
function positionAfter(lastEventId: string | string[] | undefined): StreamPosition | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  const position = parsePosition(String(lastEventId))
  if (position !== undefined) return position
  const message = say('answers.live.last-event')
  throw new DomainError('data/cursor-invalid', { message })
}

function openLive(live: LiveStreams, caller: Caller, { devices, since, data }: QueryOf<typeof streamLive>) {
  const sources = listedSources(data ?? '')
  return live.openLive(caller, { units: watchedUnits(devices ?? ''), sources, since })
}

function watchedUnits(devices: string): DataId | 'viewing' | typeof ALERTS_ONLY | undefined {
  if (devices === '') return undefined
  return devices === 'viewing' || devices === ALERTS_ONLY ? devices : unitId(devices)
}

function listedSources(data: string): LiveSource[] {
  const sources = parseLiveSources(data)
  if (sources === undefined) throw new DomainError('request/invalid', { message: say('answers.live.source') })
  if (sources.length > LIVE_SOURCES_MAX)
    throw new DomainError('request/invalid', { message: say('answers.live.sources', { count: LIVE_SOURCES_MAX }) })
  for (const { cursor } of sources) {
    if (cursor !== undefined && parsePosition(cursor) === undefined) throw new DomainError('data/cursor-invalid')
  }
  return sources
}

/** Undefined when the text cannot be a dataID. */
function unitId(text: string): DataId {
  const parsed = DataId.safeParse(text)
  if (!parsed.success) throw new DomainError('unit/not-found')
  return parsed.data
}

/** Begins the stream once it may be opened; failures before that are ordinary replies. */
export async function openStream(
  reply: FastifyReply,
  prepare: () => Promise<(connect: (onClose: () => void) => SseConnection) => void>,
): Promise<void> {
  try {
    const begin = await prepare()
    begin((onClose) => {
      reply.hijack()
      return openSseConnection(reply.raw, reply.getHeaders() as Record<string, string>, onClose)
    })
  } catch (error) {
    if (isDomainError(error)) reply.header(ERROR_DETAILS_HEADER, headerText(error.message))
    throw error
  }
}

/** A header carries ASCII alone: typographic quotation marks become plain ones, and what else is not ASCII a question mark. */
function headerText(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[^\x20-\x7e]/g, '?')
}
