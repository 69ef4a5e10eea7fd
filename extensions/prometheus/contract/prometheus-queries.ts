import { z } from 'zod'
import { API_BASE, endpointsWith } from '@fieldwatch/contract/api/endpoint'
import { addErrors } from '@fieldwatch/contract/api/errors'

/**
 * The part of the query API of Prometheus that its clients read series with (https://prometheus.io/docs/prometheus/latest/querying/api/).
 * Clients add `/api/v1/…` to the address of a data source. Every request also comes as a form in the body of a POST.
 */
export const PROMETHEUS_BASE = `${API_BASE}/prometheus` as const
const QUERY_API = `${PROMETHEUS_BASE}/api/v1` as const

/** The longest query. */
const QUERY_LENGTH_MAX = 8_000
/** Steps of a range, as Prometheus bounds them. */
export const QUERY_STEPS_MAX = 11_000
/** Series that the selectors of one query match. */
export const QUERY_SERIES_MAX = 2_000
/** Values of one answer: steps times series. */
export const QUERY_VALUES_MAX = 1_000_000
/** Values that one query reads, and windows that have some. */
export const QUERY_SAMPLES_MAX = 80_000_000
/** Values of one field in one window: 34 days at 1 Hz. */
export const QUERY_WINDOW_MAX = 3_000_000
/** For how long a record counts where a query names no range, unless `lookback_delta` or the step is longer. */
export const QUERY_LOOKBACK_MS = 5 * 60_000

const Text = z.string().max(100)
const Query = z.string().max(QUERY_LENGTH_MAX, 'fields.query-length')
/** `match[]` comes once or several times. */
const Selectors = z
  .union([Query.transform((text) => [text]), z.array(Query).max(20)], 'fields.query-selectors')
  .optional()
const Limit = z.coerce.number().int().min(0).optional()

/** Seconds since 1970 or RFC 3339; durations as seconds or as in `5m`. Other parameters are ignored. */
const Instant = z.looseObject({
  query: Query,
  time: Text.optional(),
  timeout: Text.optional(),
  lookback_delta: Text.optional(),
  limit: Limit,
})
const Range = z.looseObject({
  query: Query,
  start: Text,
  end: Text,
  step: Text,
  timeout: Text.optional(),
  lookback_delta: Text.optional(),
  limit: Limit,
})
const Labels = z.looseObject({ 'match[]': Selectors, start: Text.optional(), end: Text.optional(), limit: Limit })
const Metadata = z.looseObject({ metric: Text.optional(), limit: Limit, limit_per_metric: Limit })

/** Documented by Prometheus. */
const Answer = z.unknown()

const QUERY_ERRORS = { 'query/invalid': 400, 'query/unsupported': 400, 'query/too-large': 422 } as const
declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends Readonly<typeof QUERY_ERRORS> {}
}
addErrors(QUERY_ERRORS)

const queryEndpoint = endpointsWith({ scope: 'read', tag: 'queries', errors: ['query/', 'data/'], reply: Answer })
const AT_ONCE = 'The value of an expression of PromQL at a moment'
const OVER_TIME = 'The values of an expression of PromQL in a range'
const LABELS = 'The names of the labels of series'
const SERIES = 'The labels of the series that selectors match'
const VALUES = 'The values of a label'
const METADATA = 'The kind of each metric: all are gauges'
const BUILD = 'The version of the query API'
const EXEMPLARS = 'The exemplars of series: there are none'
const RULES = 'The rules of the data source: there are none, alerts are in the portal'

const Anything = z.looseObject({})

export const queryPrometheus = queryEndpoint(`GET ${QUERY_API}/query`, { summary: AT_ONCE, query: Instant })
export const postPrometheusQuery = queryEndpoint(`POST ${QUERY_API}/query`, {
  summary: `${AT_ONCE}, asked by a form`,
  body: Instant,
})
export const queryPrometheusRange = queryEndpoint(`GET ${QUERY_API}/query_range`, {
  summary: OVER_TIME,
  query: Range,
})
export const postPrometheusRange = queryEndpoint(`POST ${QUERY_API}/query_range`, {
  summary: `${OVER_TIME}, asked by a form`,
  body: Range,
})
export const listPrometheusLabels = queryEndpoint(`GET ${QUERY_API}/labels`, {
  summary: LABELS,
  query: Labels,
})
export const postPrometheusLabels = queryEndpoint(`POST ${QUERY_API}/labels`, {
  summary: `${LABELS}, asked by a form`,
  body: Labels,
})
export const listPrometheusValues = queryEndpoint(`GET ${QUERY_API}/label/:name/values`, {
  summary: VALUES,
  params: z.object({ name: z.string() }),
  query: Labels,
})
export const listPrometheusSeries = queryEndpoint(`GET ${QUERY_API}/series`, {
  summary: SERIES,
  query: Labels,
})
export const postPrometheusSeries = queryEndpoint(`POST ${QUERY_API}/series`, {
  summary: `${SERIES}, asked by a form`,
  body: Labels,
})
export const getPrometheusMetadata = queryEndpoint(`GET ${QUERY_API}/metadata`, {
  summary: METADATA,
  query: Metadata,
})
export const getPrometheusBuild = queryEndpoint(`GET ${QUERY_API}/status/buildinfo`, {
  summary: BUILD,
})

// Grafana asks these by POST as well, and takes 404 for an answer.
export const postPrometheusValues = queryEndpoint(`POST ${QUERY_API}/label/:name/values`, {
  summary: `${VALUES}, asked by a form`,
  params: z.object({ name: z.string() }),
  body: Labels,
})
export const postPrometheusMetadata = queryEndpoint(`POST ${QUERY_API}/metadata`, {
  summary: `${METADATA}, asked by a form`,
  body: Metadata,
})
export const postPrometheusBuild = queryEndpoint(`POST ${QUERY_API}/status/buildinfo`, {
  summary: `${BUILD}, asked by a form`,
  body: Anything,
})
export const listPrometheusExemplars = queryEndpoint(`GET ${QUERY_API}/query_exemplars`, {
  summary: EXEMPLARS,
  query: Anything,
})
export const postPrometheusExemplars = queryEndpoint(`POST ${QUERY_API}/query_exemplars`, {
  summary: `${EXEMPLARS}, asked by a form`,
  body: Anything,
})
export const listPrometheusRules = queryEndpoint(`GET ${QUERY_API}/rules`, {
  summary: RULES,
  query: Anything,
})
export const postPrometheusRules = queryEndpoint(`POST ${QUERY_API}/rules`, {
  summary: `${RULES}, asked by a form`,
  body: Anything,
})
