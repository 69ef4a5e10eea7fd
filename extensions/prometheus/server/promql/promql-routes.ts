import { Readable } from 'node:stream'
import {
  getPrometheusBuild,
  getPrometheusMetadata,
  listPrometheusExemplars,
  listPrometheusLabels,
  listPrometheusRules,
  listPrometheusSeries,
  listPrometheusValues,
  postPrometheusBuild,
  postPrometheusExemplars,
  postPrometheusLabels,
  postPrometheusMetadata,
  postPrometheusQuery,
  postPrometheusRange,
  postPrometheusRules,
  postPrometheusSeries,
  postPrometheusValues,
  queryPrometheus,
  queryPrometheusRange,
} from '../../contract/prometheus-queries.ts'
import type { AnyEndpoint, BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addSendingRoute, type Call } from '@fieldwatch/server/platform/http/add-route'
import { say } from '../say.ts'
import { createReadGate } from '@fieldwatch/server/platform/http/read-gate'
import { untilGone } from '@fieldwatch/server/platform/http/until-gone'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { createEvaluation, evaluateScalar, type QueryParts } from './evaluate-query.ts'
import { registerPrometheusShape } from './prometheus-shape-routes.ts'
import { type AskedList, listLabels, listMetadata, listSeries, listValues, type Listing } from './list-series.ts'
import { parseDuration } from './parse-literals.ts'
import { parseQuery } from './parse-query.ts'
import { isScalar } from './query.ts'
import { lookbackOf, oneMoment, stepsOf } from './query-times.ts'
import { writeData, writeRanges, writeScalar, writeSteps, writeVector } from './write-answer.ts'

/** Limits of the queries of one caller and of all: a dashboard asks a dozen at once, and connections are left for others. */
const QUERIES = { atOnce: 3, waiting: 200, overall: 4 }
const READ_MS = 60_000

/** The version whose answers these are; clients decide by it what they ask. */
const VERSION = '3.0.0'
const CUT = 'results truncated due to limit'

interface Parts extends QueryParts {
  readonly clock: Clock
}

interface Asked<T> extends Omit<Listing, 'store'> {
  readonly asked: T
}

/** Answers queries as Prometheus does, for Grafana and other clients. */
export function registerPromqlRoutes(app: FastifyInstance, { clock, ...parts }: Parts): void {
  const gate = createReadGate(QUERIES)
  void app.register(async (scope) => {
    registerPrometheusShape(scope)

    both(queryPrometheus, postPrometheusQuery, async ({ asked, caller, signal }) => {
      const query = await parseQuery(asked.query)
      const steps = oneMoment(asked.time, clock())
      if (isScalar(query)) return [writeScalar(evaluateScalar(query), steps)]
      const lookbackMs = lookbackOf(asked.lookback_delta, steps)
      const evaluation = createEvaluation(parts, { caller, steps, signal, lookbackMs })
      if (query.kind === 'range') return writeRanges(first(await Array.fromAsync(evaluation.readRange(query)), asked))
      return writeVector(first(await evaluation.evaluate(query), asked), steps)
    })

    both(queryPrometheusRange, postPrometheusRange, async ({ asked, caller, signal }) => {
      const query = await parseQuery(asked.query)
      const steps = stepsOf(asked)
      if (query.kind === 'range')
        throw new DomainError('query/invalid', { message: say('prometheus.query.range-of-ranges') })
      const lookbackMs = lookbackOf(asked.lookback_delta, steps)
      const evaluation = createEvaluation(parts, { caller, steps, signal, lookbackMs })
      return writeSteps(first(await evaluation.evaluate(query), asked), steps)
    })

    both(listPrometheusLabels, postPrometheusLabels, (given) => list(given, listLabels))
    both(listPrometheusSeries, postPrometheusSeries, (given) => list(given, listSeries))
    both(listPrometheusValues, postPrometheusValues, ({ params, ...given }) =>
      list(given, (listing, asked) => listValues(listing, asked, params.name)),
    )
    both(getPrometheusMetadata, postPrometheusMetadata, (given) => list(given, listMetadata))
    both(getPrometheusBuild, postPrometheusBuild, async () => [
      writeData({ version: VERSION, application: 'Fieldwatch' }),
    ])
    both(listPrometheusExemplars, postPrometheusExemplars, async () => [writeData([])])
    both(listPrometheusRules, postPrometheusRules, async () => [writeData({ groups: [] })])

    /** The same for a GET and a POST. */
    function both<G extends AnyEndpoint, P extends AnyEndpoint>(
      get: G,
      post: P,
      answer: (given: Asked<BodyOf<P>> & Pick<Call<P>, 'params'>) => Promise<Iterable<string>>,
    ): void {
      route(
        get,
        ({ query }) => query as BodyOf<P>,
        ({ params, ...given }) => answer({ ...given, params: params as Call<P>['params'] }),
      )
      route(post, ({ body }) => body, answer)
    }

    function route<E extends AnyEndpoint, T>(
      endpoint: E,
      askedBy: (call: Call<E>) => T,
      answer: (given: Asked<T> & Pick<Call<E>, 'params'>) => Promise<Iterable<string>>,
    ): void {
      addSendingRoute(scope, endpoint, async (call) => {
        const { caller, params, reply } = call
        const asked = askedBy(call)
        const signal = untilGone(reply, { afterMs: timeoutOf(asked), failure: new DomainError('data/read-too-long') })
        const pieces = await gate.run({ person: caller.userId, signal }, () =>
          answer({ asked, caller, params, signal }),
        )
        void reply.type('application/json').header('cache-control', 'no-store')
        void reply.send(Readable.from(pieces, { objectMode: false }))
      })
    }
  })

  async function list<T>(
    { asked, ...given }: Asked<T>,
    read: (listing: Listing, asked: T) => Promise<{ data: unknown; isCut: boolean }>,
  ): Promise<string[]> {
    const { data, isCut } = await read({ ...given, store: parts.store }, asked)
    return [isCut ? `${writeData(data).slice(0, -1)},"warnings":["${CUT}"]}` : writeData(data)]
  }
}

/** As many series as the request wants at most; 0 is all. */
function first<T>(series: readonly T[], { limit }: Pick<AskedList, 'limit'>): readonly T[] {
  return limit === undefined || limit === 0 ? series : series.slice(0, limit)
}

/** A client may ask for less time. */
function timeoutOf(asked: unknown): number {
  const { timeout } = (asked ?? {}) as { timeout?: string }
  const wanted = timeout === undefined ? Number.NaN : parseDuration(timeout)
  return wanted >= 1 ? Math.min(wanted, READ_MS) : READ_MS
}
