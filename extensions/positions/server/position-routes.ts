import { say } from './say.ts'
import type { Readable } from 'node:stream'
import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { ingestPostedOsmAnd, ingestOsmAnd, ingestOwnTracks } from '../contract/position-endpoints.ts'
import type { Door } from '@fieldwatch/contract/api/doors'
import { isObject, parseJson } from '@fieldwatch/contract/text/json'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BodyBudget, createBodyBudget } from '@fieldwatch/server/doors/ingest/body-budget'
import { decodeUnitMessage, refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { DoorParts } from '@fieldwatch/server/doors/senders/door-routes'
import { refuseOdd } from '@fieldwatch/server/doors/senders/judge-position'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import type { PlaceInTime } from '@fieldwatch/server/doors/senders/time-slots'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { identifyFirst } from '@fieldwatch/server/platform/http/identify-first'
import { readBytes } from '@fieldwatch/server/platform/http/read-bytes'
import { decodeOsmAnd, decodeTraccar, OSMAND_SOURCES, type PositionReport } from './decode-osmand.ts'
import { decodeOwnTracks, OWNTRACKS_SOURCES } from './decode-owntracks.ts'

interface Parts extends DoorParts {
  /** Those that are open. */
  readonly doors: ReadonlySet<Door>
  /** The next request for a unit that cannot confirm it; it counts as handed over. */
  readonly takeRequest: (dataId: DataId) => Promise<ActionMessage | undefined>
}

/** A batch of positions that were collected without a network. */
const MOST_BYTES = 256 * 1024

/** What bodies of senders that are not known yet hold together; one network address may hold half of it. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

const SOURCES = { osmand: OSMAND_SOURCES, owntracks: OWNTRACKS_SOURCES } as const

type Decode = (context: { place: PlaceInTime; now: number }) => readonly PositionReport[]

/** What phones and trackers post. */
export function registerPositionRoutes(app: FastifyInstance, parts: Parts): void {
  const { senders, record, slots, clock, doors, takeRequest } = parts
  const options = { bodyLimit: MOST_BYTES }
  if (doors.has('osmand'))
    void app.register(async (scope) => {
      readWithin(scope, createBodyBudget({ mostBytes: UNKNOWN_BYTES }))
      addSendingRoute(scope, ingestOsmAnd, options, ({ request, reply }) => takeQuery(request, reply, ''))
      addSendingRoute(scope, ingestPostedOsmAnd, options, ({ body, request, reply }) =>
        isJson(request) ? takeJson(request, reply, body) : takeQuery(request, reply, textOf(body)),
      )
    })
  if (doors.has('owntracks'))
    void app.register(async (scope) => {
      const sent = identifyFirst(scope, (request) => senders.identify(request))
      readWithin(scope, parts.bodies)
      addRoute(scope, ingestOwnTracks, options, ({ body, request }) => takeOwnTracks(request, sent.get(request), body))
    })

  async function takeQuery(request: FastifyRequest, reply: FastifyReply, form: string): Promise<void> {
    const parameters = new URLSearchParams(`${queryOf(request)}&${form}`)
    const id = parameters.get('id') ?? parameters.get('deviceid') ?? ''
    const unit = await findUnit(request, id, parameters.get('token'))
    if (unit === undefined) throw new DomainError('request/invalid', { message: say('positions.no-unit') })
    await store('osmand', unit, (context) => [decodeOsmAnd(parameters, context)])
    await answer(reply, unit)
  }

  async function takeJson(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
    const message = readObject(body)
    const id = message['device_id']
    const token = new URLSearchParams(queryOf(request)).get('token')
    const unit = await findUnit(request, typeof id === 'string' || typeof id === 'number' ? String(id) : '', token)
    if (unit === undefined) throw new DomainError('unit/not-found')
    await store('osmand', unit, (context) => decodeTraccar(message, context))
    await answer(reply, unit)
  }

  async function takeOwnTracks(request: FastifyRequest, sender: Sender, body: unknown): Promise<never[]> {
    const unit = await sender.unit(nameOf(request))
    const message = readObject(body)
    if (message['_type'] !== 'encrypted') await store('owntracks', unit, (context) => decodeOwnTracks(message, context))
    else {
      const reason = { code: 'record/packet-invalid', message: say('positions.encrypted') } as const
      await record(
        'owntracks',
        unit,
        refusedMessage('owntracks', reason, Buffer.isBuffer(body) ? body : Buffer.alloc(0)),
      )
    }
    return []
  }

  /** The unit whose token the id is, or the one with that dataID for the sender of the token, which a header can bring. */
  async function findUnit(request: FastifyRequest, id: string, token: string | null): Promise<KnownUnit | undefined> {
    const byHeader = token === null && request.headers.authorization !== undefined
    if (id === '' && token === null && !byHeader) throw new DomainError('unit/invalid-token')
    const signedIn = byHeader ? await senders.identify(request) : undefined
    try {
      const sender = signedIn ?? (await senders.byToken(token ?? id, request.ip))
      return await sender.unit(token === null && !byHeader ? undefined : id)
    } catch (error) {
      if (isDomainError(error) && UNKNOWN.has(error.code)) return undefined
      throw error
    }
  }

  async function store(door: keyof typeof SOURCES, unit: KnownUnit, decode: Decode): Promise<void> {
    const now = clock()
    const reports = await slots.decodeApart({
      dataId: unit.dataId,
      sources: SOURCES[door],
      decode: (place) => decode({ place, now }),
    })
    for (const { records, odd } of reports) {
      const decoded = decodeUnitMessage(Buffer.from(JSON.stringify(records)), now)
      refuseOdd(decoded, odd)
      await record(door, unit, decoded)
    }
  }

  async function answer(reply: FastifyReply, { dataId }: KnownUnit): Promise<void> {
    const request = await takeRequest(dataId)
    const payload = request?.payload ?? ''
    void reply
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(typeof payload === 'string' ? payload : JSON.stringify(payload))
  }
}

/** Reads bodies into memory that is counted by network address, as the sender may be named by the body alone. */
function readWithin(scope: FastifyInstance, bodies: BodyBudget): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const held = bodies.open(request.ip)
    request.raw.once('close', held.release)
    const announced = Number(request.headers['content-length'] ?? MOST_BYTES)
    held.hold(Math.min(announced, MOST_BYTES))
    return readBytes(payload, { announced, limit: MOST_BYTES, pace: request.server.pace })
  })
}

/** These senders expect 400 or 404 for an id that no unit has. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'unit/invalid-token',
  'unit/not-found',
  'request/invalid',
  'auth/program-token-invalid',
])

function queryOf({ url }: FastifyRequest): string {
  return url.split('?', 2)[1] ?? ''
}

function textOf(body: unknown): string {
  return Buffer.isBuffer(body) ? body.toString() : ''
}

function isJson({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/json') ?? false
}

/** @throws DomainError request/malformed-json, request/invalid */
function readObject(body: unknown): Readonly<Record<string, unknown>> {
  const value = parseJson(textOf(body))
  if (value === undefined) throw new DomainError('request/malformed-json')
  if (!isObject(value)) throw new DomainError('request/invalid')
  return value
}

/** The unit that the user name of basic authentication names, or `u` in the query. */
function nameOf(request: FastifyRequest): string | undefined {
  const { authorization = '' } = request.headers
  if (!/^basic /i.test(authorization)) return new URLSearchParams(queryOf(request)).get('u') ?? undefined
  const [name] = Buffer.from(authorization.slice(6), 'base64').toString().split(':', 1)
  return name === '' ? undefined : name
}
