import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ErrorBody } from '@fieldwatch/contract/api/errors'
import { CORE_ENDPOINTS, nameEndpoints } from '@fieldwatch/contract/endpoints'
import type { z } from 'zod'

/** An endpoint, and the parameters in the path that it was called by. */
export interface Match {
  endpoint: AnyEndpoint
  params: Record<string, string>
}

/** What is wrong with a request or a reply, by the endpoint and the place in it. */
export class ContractProblem extends Error {}

const OF_EXTENSIONS = import.meta.glob<Record<string, unknown>>(
  ['/../extensions/*/contract/*.ts', '!/../extensions/*/contract/*.test.ts'],
  { eager: true },
)

const PATHS = Object.values({ ...CORE_ENDPOINTS, ...nameEndpoints(Object.values(OF_EXTENSIONS)) })
  .map((endpoint) => ({
    endpoint,
    // A path without parameters wins over one with them.
    isExact: !endpoint.path.includes(':'),
    names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    shape: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
  }))
  .toSorted((one, other) => Number(other.isExact) - Number(one.isExact))

/** The endpoint of a method and a path without its query; undefined: the contract has none. */
export function findEndpoint(method: string, path: string): Match | undefined {
  for (const { endpoint, names, shape } of PATHS) {
    if (endpoint.method !== method) continue
    const values = shape.exec(path)?.slice(1).map(decodeURIComponent)
    if (values !== undefined)
      return { endpoint, params: Object.fromEntries(names.map((name, place) => [name, values[place] ?? ''])) }
  }
  return undefined
}

/**
 * The parts of a request as the server reads them.
 * @throws ContractProblem when the server would refuse it
 */
export function checkRequest({ endpoint, params }: Match, query: URLSearchParams, body: unknown) {
  return {
    params: parsePart(endpoint, 'params', params),
    query: parsePart(endpoint, 'query', fieldsOf(query)),
    body: parsePart(endpoint, 'body', body instanceof FormData ? fieldsOf(body) : body),
  }
}

/** The values of a form or a query by their names; several of one name as a list. */
function fieldsOf(given: FormData | URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** Like the server, an endpoint that takes no such part does not look at it. */
function parsePart(endpoint: AnyEndpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const shape = endpoint[part]
  if (shape.def.type === 'undefined') return undefined
  return parse(shape, value, `${nameOf(endpoint)}: ${part} of the request`)
}

/**
 * A JSON reply as it leaves the server.
 * @throws ContractProblem when it is not as the contract says
 */
export function checkReply(endpoint: AnyEndpoint, reply: unknown): unknown {
  return parse(endpoint.reply, reply, `${nameOf(endpoint)}: reply`)
}

/** @throws ContractProblem when it is not as the contract says */
export function checkFailure(endpoint: AnyEndpoint, body: unknown): unknown {
  return parse(ErrorBody, body, `${nameOf(endpoint)}: failure`)
}

function parse(shape: z.ZodType, value: unknown, what: string): unknown {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(whole)'}: ${message}`)
  throw new ContractProblem([what, ...issues].join('\n'))
}

export function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}
