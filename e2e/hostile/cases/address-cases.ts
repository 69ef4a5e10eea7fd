import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { z } from 'zod'
import { ask } from '../ask.ts'
import type { HostileCase } from '../hostile-case.ts'
import { pathOf, senderOf } from './body-cases.ts'
import { HOSTILE_NAMES } from './hostile-values.ts'

/** Query values that nothing expects, as they go over the wire. */
const QUERIES: Readonly<Record<string, string>> = {
  nothing: '',
  'a NUL': '%00',
  'bytes that are no UTF-8': '%ff%fe',
  'a number beyond all numbers': '1e999',
  'the year 10000': '99991231T235959-1200',
  'a time beyond all times': '9223372036854775807',
  '10,000 characters': 'x'.repeat(10_000),
  commas: ','.repeat(2000),
  'a template': '%24%7B7*7%7D',
}

/** Every address with invalid names and query values. */
export function addressCases(): HostileCase[] {
  return ENDPOINTS.filter(({ path, format }) => !path.endsWith('/sign-out') && format !== 'text').flatMap(
    (endpoint, index) => [
      ...inTurn(index, nameCases(endpoint)),
      ...(endpoint.method === 'GET' ? inTurn(index, queryCases(endpoint)) : []),
    ],
  )
}

function inTurn(index: number, cases: readonly HostileCase[]): HostileCase[] {
  return cases.map((one, place) => ({ ...one, turn: index + place }))
}

function nameCases(endpoint: AnyEndpoint): HostileCase[] {
  const [, first] = /:(\w+)/.exec(endpoint.path) ?? []
  if (first === undefined) return []
  return Object.entries(HOSTILE_NAMES).map(([what, name]) => ({
    kind: 'names in addresses',
    name: `${endpoint.method} ${endpoint.path} with ${what}`,
    expected: 'judged',
    send: (target) =>
      ask(target, {
        method: endpoint.method,
        path: pathOf({ ...endpoint, path: endpoint.path.replace(`:${first}`, name) }, target),
        as: senderOf(endpoint),
      }),
  }))
}

function queryCases(endpoint: AnyEndpoint): HostileCase[] {
  if (endpoint.query instanceof z.ZodUndefined) return []
  const shape = z.toJSONSchema(endpoint.query, { unrepresentable: 'any', io: 'input' })
  const names = Object.keys(shape.properties ?? {})
  const withValue = ([what, value]: readonly [string, string]): HostileCase => ({
    kind: 'queries',
    name: `${endpoint.path} with ${what}`,
    expected: 'judged',
    send: (target) => {
      const query = names.map((name) => `${name}=${value}`).join('&')
      return ask(target, { path: `${pathOf(endpoint, target)}?${query}`, as: senderOf(endpoint) })
    },
  })
  const twice: HostileCase = {
    kind: 'queries',
    name: `${endpoint.path} with everything a thousand times`,
    expected: 'judged',
    send: (target) => {
      const query = names.map((name) => `${name}=1`).join('&')
      const repeated = Array.from({ length: Math.floor(12_000 / (query.length + 1)) }, () => query).join('&')
      return ask(target, { path: `${pathOf(endpoint, target)}?${repeated}`, as: senderOf(endpoint) })
    },
  }
  return [...Object.entries(QUERIES).map(withValue), twice]
}
