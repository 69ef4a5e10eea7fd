import { gzipSync } from 'node:zlib'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ask, type Body } from './ask.ts'
import { HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_VALUES, UNREADABLE_JSON } from './cases/hostile-values.ts'
import type { HostileCase, Target } from './hostile-case.ts'

/** By what is wrong with them. */
export type Bodies = Readonly<Record<string, () => Body>>

const MEGABYTE = 1024 * 1024
export const JSON_TYPE = { 'content-type': 'application/json' }

/** JSON that every door must survive. */
export const JSON_BODIES: Bodies = {
  ...asBodies({ ...HOSTILE_JSON, ...UNREADABLE_JSON }),
  'bytes that are no text': () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  '10 MB in one line': () => Buffer.alloc(10_000_000, '9'),
  '17 MiB unannounced': () => Array.from({ length: 17 }, () => Buffer.alloc(MEGABYTE, ' ')),
}

/** Bodies that the unit of a target sends to a door. */
export function bodyCases(
  endpoint: AnyEndpoint,
  bodies: Bodies,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/plain; charset=utf-8' },
): HostileCase[] {
  return Object.entries(bodies).map(([what, body], turn) => ({ ...caseOf(endpoint, what, { body, headers }), turn }))
}

/** Hostile values of a parameter of a door. */
export function queryCases(endpoint: AnyEndpoint, name: string): HostileCase[] {
  return Object.entries(HOSTILE_NAMES).map(([what, value], turn) => ({
    ...caseOf(endpoint, `${name} of ${what}`, { path: (target) => `${addressOf(endpoint, target)}&${name}=${value}` }),
    turn,
  }))
}

/** What a stranger sends is not read. */
export function strangerCase(endpoint: AnyEndpoint): HostileCase {
  const path = endpoint.path.replace(':token', 'fw_stranger').replace('*', 'tele/a').replace(':id', '1')
  return {
    ...caseOf(endpoint, '10 MB of a stranger', { path: () => path, body: () => Buffer.alloc(10_000_000, ' ') }),
    expected: 'refused',
  }
}

interface Given {
  readonly path?: (target: Target) => string
  readonly body?: () => Body
  readonly headers?: Readonly<Record<string, string>>
}

export function caseOf(endpoint: AnyEndpoint, what: string, { path, body, headers = JSON_TYPE }: Given): HostileCase {
  const { method } = endpoint
  return {
    kind: 'doors',
    name: `${method} ${endpoint.path} with ${what}`,
    expected: 'judged',
    endpoint,
    send: (target) =>
      ask(target, {
        method,
        path: path?.(target) ?? addressOf(endpoint, target),
        as: what.endsWith('a stranger') ? 'anonymous' : 'unit',
        ...(body === undefined ? {} : { headers, body: body() }),
      }),
  }
}

/** Where the unit of a target sends. */
function addressOf({ path }: AnyEndpoint, { unitToken }: Target): string {
  const address = path.replace(':token', unitToken).replace(':id', '1').replace('*', 'tele/hostile/SENSOR')
  return `${address}?event=up&id=${unitToken}`
}

/** A gigabyte in a megabyte. */
export function bomb(): Buffer {
  const one = gzipSync(Buffer.alloc(MEGABYTE, '\n'))
  return Buffer.concat(Array.from({ length: 1024 }, () => one))
}

/** Hostile values in a body of a door. */
export function valuesIn(write: (value: unknown) => object): Bodies {
  return asBodies(
    Object.fromEntries(Object.entries(HOSTILE_VALUES).map(([what, value]) => [what, JSON.stringify(write(value))])),
  )
}

export function asBodies(texts: Readonly<Record<string, string>>): Bodies {
  return Object.fromEntries(Object.entries(texts).map(([what, text]) => [what, () => text]))
}
