import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import {
  getSharedCurrent,
  getSharedScreen,
  getSharedSeries,
  listSharedEvents,
} from '@fieldwatch/contract/visitors/shared-screens'
import { createShare, openShared } from '@fieldwatch/contract/shares/shares'
import { ask, askJson } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'

const PASSES = [
  'fws_',
  `fws_${'x'.repeat(8_000)}`,
  'fws_.',
  'fws_\u00e9',
  'fws_%00',
  'null',
  `fws_${'.'.repeat(2_000)}`,
]

/** Passes that open nothing. */
export function passCases(
  passes: readonly string[] = PASSES,
  endpoints: readonly Pick<AnyEndpoint, 'path'>[] = [
    getSharedScreen,
    getSharedCurrent,
    getSharedSeries,
    listSharedEvents,
  ],
): HostileCase[] {
  return endpoints.flatMap((endpoint) =>
    passes.map((pass, at) => ({
      kind: 'passes',
      name: `${endpoint.path} with pass ${at + 1}, ${pass.slice(0, 4)}`,
      expected: 'ended' as const,
      send: (target: Target) =>
        ask(target, {
          path: `${endpoint.path}?source=level&from=0&to=1`,
          as: 'anonymous',
          headers: { authorization: `Bearer ${encodeURI(pass)}` },
        }),
    })),
  )
}

const OTHERS: Readonly<Record<string, readonly [Expected, string, unknown]>> = {
  'a secret of a million characters': ['refused', openShared.path, { secret: 'x'.repeat(1_000_000) }],
  'a secret that is none': ['refused', openShared.path, { secret: 'fws_\u0000' }],
  'a password without an end': ['refused', openShared.path, { secret: 'fws_x', password: 'x'.repeat(1_000_000) }],
  'a link of a chart for a billion minutes': [
    'refused',
    createShare.path,
    { kind: 'chart', what: { dataID: 'x', chart: 'x', range: { kind: 'last', minutes: 1e9 } } },
  ],
  'a map of 10,000 units': [
    'refused',
    createShare.path,
    { kind: 'map', what: { title: 'x', dataIDs: Array.from({ length: 10_000 }, (_, at) => `u${at}`) } },
  ],
  'a map of the year 275,760': [
    'refused',
    createShare.path,
    { kind: 'map', what: { title: 'x', dataIDs: ['x'], atUTC: '+275760-09-13T00:00:00.000Z' } },
  ],
  'an event table with a filter of its own': [
    'refused',
    createShare.path,
    { kind: 'events', what: { dataID: 'x', table: 'x', range: { kind: 'last', minutes: 1 }, filter: { sql: '1=1' } } },
  ],
  'an event table called __proto__': [
    'refused',
    createShare.path,
    { kind: 'events', what: { dataID: 'x', table: '__proto__', range: { kind: 'last', minutes: 1 } } },
  ],
  'an incident without an end': ['refused', createShare.path, { kind: 'incident', what: { incidentID: 1e308 } }],
  'a link with a policy as its origin': [
    'refused',
    createShare.path,
    { kind: 'overview', what: { dataID: 'x' }, origins: ["https://a.example; script-src 'unsafe-inline'"] },
  ],
}

function linkCases(): HostileCase[] {
  return Object.entries(OTHERS).map(([what, [expected, path, body]]) => ({
    kind: 'shared links',
    name: what,
    expected,
    send: (target) => askJson(target, { path, body: JSON.stringify(body) }),
  }))
}

/** Links, and those who show them. */
export function screenCases(): HostileCase[] {
  return [...passCases(), ...linkCases()]
}
