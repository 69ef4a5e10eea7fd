import type { ErrorBody } from '@fieldwatch/contract/api/errors'
import type { FastifyInstance } from 'fastify'

/** A query and its parameters. */
const FORM_BYTES = 64 * 1024

/**
 * Reads forms beside JSON, and writes failures as Prometheus does, beside our own names. Parameters of a POST may be in its address, too,
 * where Grafana has the ones that are set for a data source.
 */
export function registerPrometheusShape(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
    done(null, objectOf(new URLSearchParams(String(body)))),
  )
  scope.addHook('preValidation', async (request) => {
    if (request.method !== 'POST') return
    const { body = {}, query } = request
    if (body !== null && typeof body === 'object') request.body = { ...(query as object), ...body }
  })
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload
    const failure = JSON.parse(payload) as ErrorBody
    return JSON.stringify({ ...failure, errorType: typeOf(failure), error: failure.message })
  })
}

/** A parameter that comes several times is a list. */
function objectOf(form: URLSearchParams): Record<string, string | string[]> {
  const grouped = Map.groupBy(form, ([name]) => name)
  return Object.fromEntries(
    [...grouped].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function typeOf({ statusCode, code }: ErrorBody): string {
  if (code === 'data/read-too-long') return 'timeout'
  if (code === 'query/too-large') return 'execution'
  if (statusCode === 404) return 'not_found'
  if (statusCode === 429 || statusCode === 503) return 'unavailable'
  return statusCode >= 500 ? 'internal' : 'bad_data'
}
