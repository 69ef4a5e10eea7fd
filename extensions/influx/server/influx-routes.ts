import {
  getInfluxHealth,
  getInfluxPing,
  postInfluxQuery,
  queryInflux,
  sendInflux2Lines,
  sendInfluxLines,
  type InfluxResults,
} from '../contract/influx-endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import { DOOR_ROUTE, type DoorParts, registerSenders } from '@fieldwatch/server/doors/senders/door-routes'
import { recordByUnit } from '@fieldwatch/server/doors/senders/record-by-unit'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { withoutSecretsInBody } from '@fieldwatch/server/doors/ingest/without-secrets'
import { isWorthThread, ownMemory } from '@fieldwatch/server/doors/ingest/worth-thread'
import { DECODE_LINES, decodeLines } from './decode-lines.ts'
import { timesIn } from './precision.ts'
import type { z } from 'zod'

/** The version that clients get; it decides which features they use. */
const VERSION = '1.8.10'

/** The door for clients of InfluxDB 1 and 2: Telegraf, collectd, libraries. */
export function registerInfluxRoutes(app: FastifyInstance, parts: DoorParts): void {
  addSendingRoute(app, getInfluxPing, async ({ reply }) => {
    void reply.code(204).headers({ 'x-influxdb-version': VERSION, 'x-influxdb-build': 'OSS' }).send()
  })
  addRoute(app, getInfluxHealth, async () => ({
    name: 'influxdb',
    message: 'ready for queries and writes',
    status: 'pass' as const,
    version: VERSION,
  }))
  registerSenders(app, parts, (scope, requests) => {
    const write = async (request: FastifyRequest, reply: FastifyReply, precision: string | undefined) => {
      // A thread could not say that it is wrong.
      timesIn(precision)
      const sender = requests.get(request)
      const given = { precision, own: sender.own?.dataId, now: parts.clock() }
      const body = withoutSecretsInBody(await requests.body(request), sender.own?.tokenHash)
      const messages = await decode(parts, sender, { ...given, body })
      await recordByUnit({ ...parts, door: 'influx', sender, messages })
      void reply.code(204).headers({ 'x-influxdb-version': VERSION }).send()
    }
    for (const endpoint of [sendInfluxLines, sendInflux2Lines]) {
      addSendingRoute(scope, endpoint, DOOR_ROUTE, ({ query, request, reply }) =>
        write(request, reply, query.precision),
      )
    }
    addRoute(scope, queryInflux, async ({ query: { q } }) => answerStatements(q ?? ''))
    addRoute(scope, postInfluxQuery, async ({ query: { q }, request }) =>
      answerStatements(q ?? statementsIn(requests.packedBody(request))),
    )
  })
}

/** @throws DomainError request/too-large */
async function decode(
  { workers }: Pick<DoorParts, 'workers'>,
  { own, entity, id }: Sender,
  { body, ...given }: Parameters<typeof decodeLines>[1] & { readonly body: Buffer },
) {
  if (!isWorthThread(body, { between: [COMMA, LINE_BREAK] })) return decodeLines(body, given)
  const memory = ownMemory(body)
  const decoded = await workers.runInTurn(own?.entity ?? entity ?? id, {
    task: DECODE_LINES,
    given: { ...given, body: memory },
    memory: [memory.buffer],
  })
  if ('exceeds' in decoded) throw new DomainError('request/too-large', { message: decoded.exceeds })
  return decoded
}

const COMMA = 44
const LINE_BREAK = 10

const LONGEST_STATEMENT = 10_000

/** The statements in a form: `q=CREATE DATABASE…`. */
function statementsIn(body: Buffer): string {
  return new URLSearchParams(body.toString('utf8', 0, LONGEST_STATEMENT)).get('q') ?? ''
}

const CREATE = /^CREATE\s+(DATABASE|RETENTION\s+POLICY)\s/i
const SHOW = /^SHOW\s+DATABASES$/i

type Results = z.infer<typeof InfluxResults>
type Result = Results['results'][number]

/** Answers the statements that clients of InfluxDB 1 begin with. There are no databases here, so that any name is one. */
function answerStatements(text: string): Results {
  const statements = text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return { results: statements.map(answer) }
}

function answer(statement: string, place: number): Result {
  const result = { statement_id: place }
  if (CREATE.test(`${statement} `)) return result
  if (SHOW.test(statement)) {
    return { ...result, series: [{ name: 'databases', columns: ['name'], values: [['fieldwatch']] }] }
  }
  return { ...result, error: 'Fieldwatch takes records by this address; read them with its own API.' }
}
