import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { createPlace } from '@fieldwatch/contract/places/places'
import { getState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { exportWorkbook } from '@fieldwatch/contract/telemetry/data'
import { ask, askJson } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'
import { pathOf, senderOf } from './body-cases.ts'

/** What is put into a body that would be taken without it. */
export type MeaningfulBodies = Readonly<Record<string, readonly [Expected, (target: Target) => unknown]>>

export interface Room {
  readonly kind: string
  readonly endpoint: AnyEndpoint
  readonly bodies: MeaningfulBodies
}

const circle =
  (coordinates: unknown, more: object = {}): (() => unknown) =>
  () => ({
    name: `Hostile ${crypto.randomUUID()}`,
    geometry: { type: 'Point', coordinates },
    ...more,
  })
const area =
  (coordinates: unknown): (() => unknown) =>
  () => ({
    name: `Hostile ${crypto.randomUUID()}`,
    geometry: { type: 'Polygon', coordinates },
  })
const ring = (count: number): number[][] => {
  const positions = Array.from({ length: count - 1 }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)]
  })
  return [...positions, [1, 0]]
}

const PLACES: MeaningfulBodies = {
  'a point beyond the earth': ['refused', circle([181, 91])],
  'a point of no numbers': ['refused', circle([null, 'x'])],
  'a point beyond all numbers': ['refused', circle([1e308, -1e308])],
  'a point of 10,000 numbers': ['refused', circle(Array.from({ length: 10_000 }, () => 1))],
  'a radius below zero': ['refused', circle([1, 1], { radius: -1 })],
  'the whole earth': ['refused', circle([1, 1], { radius: 1e9 })],
  'an area without a ring': ['refused', area([])],
  'an area of one position': ['refused', area([[[0, 0]]])],
  'an area of one line': [
    'judged',
    area([
      [
        [0, 0],
        [1, 1],
        [0, 0],
        [0, 0],
      ],
    ]),
  ],
  'an area that crosses itself': [
    'judged',
    area([
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ]),
  ],
  'an area of 100,000 positions': ['refused', area([ring(100_000)])],
  'an area with 10,000 holes': ['refused', area(Array.from({ length: 10_000 }, () => ring(5)))],
  'a shape that is none': [
    'refused',
    () => ({ name: 'Hostile', geometry: { type: '__proto__', coordinates: [1, 1] } }),
  ],
}

const at =
  (more: object): ((target: Target) => unknown) =>
  ({ dataID }) => ({ dataIDs: [dataID], at: '2026-01-01T00:00:00Z', ...more })
const between =
  (more: object): ((target: Target) => unknown) =>
  ({ dataID }) => ({ dataIDs: [dataID], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', ...more })

const STATES: MeaningfulBodies = {
  'a moment of year 1': ['judged', at({ at: '0001-01-01T00:00:00Z' })],
  'the last moment': ['judged', at({ at: '9999-12-31T23:59:59Z' })],
  'a moment that is none': ['refused', at({ at: '2026-02-30T00:00:00Z' })],
  'no units': ['judged', at({ dataIDs: [] })],
  '100,000 units': ['refused', at({ dataIDs: Array.from({ length: 100_000 }, (_, index) => `u${index}`) })],
  'one unit a thousand times': [
    'judged',
    ({ dataID }) => ({ dataIDs: Array.from({ length: 1_000 }, () => dataID), at: '2026-01-01T00:00:00Z' }),
  ],
  'units of others': ['judged', at({ dataIDs: ['other', '../x'] })],
  'what was known before it was': ['judged', at({ asKnownAt: '0001-01-01T00:00:00Z' })],
}

const STEPS: MeaningfulBodies = {
  'all times': ['judged', between({ from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' })],
  'a period that ends before it begins': ['refused', between({ to: '2025-01-01T00:00:00Z' })],
  '100,000 units': ['refused', between({ dataIDs: Array.from({ length: 100_000 }, (_, index) => `u${index}`) })],
}

const ROOMS: readonly Room[] = [
  { kind: 'places', endpoint: createPlace, bodies: PLACES },
  { kind: 'moments of the past', endpoint: getState, bodies: STATES },
  { kind: 'moments of the past', endpoint: listStateSteps, bodies: STEPS },
]

const WORKBOOKS: Readonly<Record<string, Expected>> = {
  'from=9999-12-31T23:59:59-12:00': 'judged',
  'from=2026-02-01T00:00:00Z&to=2025-01-01T00:00:00Z': 'judged',
  'from=soon': 'refused',
  'timeZone=../../etc/passwd': 'refused',
  [`timeZone=${'x'.repeat(10_000)}`]: 'refused',
  'fields=__proto__': 'judged',
  [`fields=${'value,'.repeat(1_500)}`]: 'judged',
}

/** Requests of rooms whose bodies have a meaning of their own: addresses, paths, code, shapes on the earth, moments. */
export function roomCases(): HostileCase[] {
  const workbooks = Object.entries(WORKBOOKS).map(([query, expected]): HostileCase => ({
    kind: 'workbooks',
    name: `a workbook with ${query.slice(0, 40)}`,
    expected,
    send: (target) => ask(target, { path: `${pathOf(exportWorkbook, target)}?${query}`, as: 'viewer' }),
  }))
  return [...ROOMS.flatMap(casesOfRoom), ...workbooks]
}

export function casesOfRoom({ kind, endpoint, bodies }: Room): HostileCase[] {
  return Object.entries(bodies).map(([what, [expected, write]]) => ({
    kind,
    name: `${endpoint.method} ${endpoint.path} with ${what}`,
    expected,
    endpoint,
    send: (target) =>
      askJson(target, {
        method: endpoint.method,
        path: pathOf(endpoint, target),
        as: senderOf(endpoint),
        body: JSON.stringify(write(target)),
      }),
  }))
}
