import { askJson } from '@fieldwatch/e2e/hostile/ask'
import { casesOfRoom, type MeaningfulBodies, type Room } from '@fieldwatch/e2e/hostile/cases/room-cases'
import type { Expected, HostileCase } from '@fieldwatch/e2e/hostile/hostile-case'
import { createShare, openShared } from '../contract/shares.ts'

const CHART = { kind: 'chart', what: { dataID: 'tank-01', chart: 'Level', range: { kind: 'last', minutes: 60 } } }
const share =
  (more: object): (() => unknown) =>
  () => ({ ...CHART, ...more })

const SHARES: MeaningfulBodies = {
  'a unit that is none': ['refused', share({ kind: 'overview', what: { dataID: 'other' } })],
  'a chart that is none': ['refused', share({})],
  'a range of a century': [
    'refused',
    share({ what: { ...CHART.what, range: { kind: 'last', minutes: 60 * 24 * 36_525 } } }),
  ],
  'a range that ends before it begins': [
    'refused',
    share({
      what: {
        ...CHART.what,
        range: { kind: 'between', fromUTC: '2026-02-01T00:00:00Z', toUTC: '2026-01-01T00:00:00Z' },
      },
    }),
  ],
  'a password of a megabyte': ['refused', share({ password: 'x'.repeat(1_000_000) })],
  'an origin with a directive': ['refused', share({ origins: ["https://a.example; script-src 'unsafe-inline'"] })],
  'an origin of all': ['refused', share({ origins: ['*'] })],
  '10,000 origins': ['refused', share({ origins: Array.from({ length: 10_000 }, () => 'https://a.example') })],
  'an expiry of long ago': ['refused', share({ expiresUTC: '1970-01-01T00:00:00Z' })],
}

const OPENED: MeaningfulBodies = {
  'a secret that is none': ['refused', () => ({ shareID: crypto.randomUUID(), secret: 'fws_x' })],
  'a secret of a megabyte': [
    'refused',
    () => ({ shareID: crypto.randomUUID(), secret: `fws_${'x'.repeat(1_000_000)}` }),
  ],
  'an id of wildcards': ['refused', () => ({ shareID: '%', secret: 'fws_x' })],
}

const ROOMS: readonly Room[] = [
  { kind: 'shared links', endpoint: createShare, bodies: SHARES },
  { kind: 'shared links', endpoint: openShared, bodies: OPENED },
]

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

/** Links that show what no one should see, and secrets that open none. */
export function hostileCases(): HostileCase[] {
  return [...ROOMS.flatMap(casesOfRoom), ...linkCases()]
}
