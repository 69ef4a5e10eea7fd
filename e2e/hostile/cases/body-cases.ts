import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { z } from 'zod'
import { askJson } from '../ask.ts'
import { type HostileCase, type Sender, SHARE, type Target } from '../hostile-case.ts'
import { deeplyFilledBodies, filledBodies } from './filled-bodies.ts'
import { HOSTILE_JSON, HOSTILE_VALUES, UNREADABLE_JSON } from './hostile-values.ts'

const MOST_OF_A_SHARE = Math.ceil(Object.keys(HOSTILE_VALUES).length / SHARE)

/** Every address that takes JSON, with invalid JSON and with hostile values in each field, of the objects within too. */
export function bodyCases(): HostileCase[] {
  const endpoints = ENDPOINTS.filter(takesJson)
  return endpoints.flatMap((endpoint, index) => [
    ...Object.entries(HOSTILE_JSON).map(([what, body], value) =>
      caseOf(endpoint, `JSON of ${what}`, () => body, index + value),
    ),
    // No endpoint sees what the reader of JSON refuses, and all have the same one.
    ...(index === 0 ? Object.entries(UNREADABLE_JSON) : []).map(([what, body]) =>
      caseOf(endpoint, `JSON of ${what}`, () => body),
    ),
    ...Object.entries(HOSTILE_VALUES).flatMap(([what, value], place) =>
      valueCases(endpoint, what, value, place).map((one) => ({ ...one, turn: index + place })),
    ),
  ])
}

function takesJson({ bodyFormat, body, access }: AnyEndpoint): boolean {
  // Bodies of units have their own cases.
  return bodyFormat === 'json' && !(body instanceof z.ZodUndefined) && access !== 'unit'
}

/** Each value has one of the shapes that a body may have within, in turn. */
function valueCases(endpoint: AnyEndpoint, what: string, value: unknown, place: number): HostileCase[] {
  const outside = filledBodies(endpoint, () => value)
  const within = deeplyFilledBodies(endpoint, () => value)
  const cases = outside.map((_, shape) =>
    caseOf(endpoint, what, (target) => JSON.stringify(filledBodies(endpoint, fillWith(target, value))[shape])),
  )
  if (within.length === 0) return cases
  // Values of the same share have shapes one after the other.
  const shape = Math.floor(place / SHARE) + (place % SHARE) * MOST_OF_A_SHARE
  const write = (target: Target): string =>
    JSON.stringify(deeplyFilledBodies(endpoint, fillWith(target, value))[shape % within.length])
  return [...cases, caseOf(endpoint, `${what} within`, write)]
}

function caseOf(endpoint: AnyEndpoint, what: string, write: (target: Target) => string, turn = 0): HostileCase {
  return {
    kind: 'JSON bodies',
    name: `${endpoint.method} ${endpoint.path} with ${what}`,
    expected: 'judged',
    endpoint,
    turn,
    send: (target) =>
      askJson(target, {
        method: endpoint.method,
        path: pathOf(endpoint, target),
        as: senderOf(endpoint),
        body: write(target),
      }),
  }
}

/** The address about things that exist. */
export function pathOf({ path }: AnyEndpoint, target: Target): string {
  const known: Record<string, string> = {
    dataID: target.dataID,
    entity: target.entity,
    subject: 'level',
    source: 'level',
    file: 'level.csv',
    folder: 'profile',
  }
  return path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? 'nothing')
}

export function senderOf({ access }: AnyEndpoint): Sender {
  if (access === 'public') return 'anonymous'
  return access === 'unit' ? 'unit' : 'admin'
}

/** Puts a value in every field, except in those without which the others would not be read. */
function fillWith(target: Target, value: unknown): (name: string) => unknown {
  const needed: Readonly<Record<string, unknown>> = {
    dataID: target.dataID,
    entity: target.entity,
    subject: 'level',
    templateID: target.template,
    dryRun: true,
  }
  return (name) => (name in needed ? needed[name] : value)
}
