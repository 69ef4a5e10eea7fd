import { createBoard, pairScreen, startPairing } from '@fieldwatch/contract/boards/boards'
import {
  getSharedCurrent,
  getSharedIncident,
  getSharedScreen,
  getSharedSeries,
  listSharedEvents,
  openShared,
} from '@fieldwatch/contract/shares/shared-screens'
import { createShare } from '@fieldwatch/contract/shares/shares'
import { ask, askJson } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'

const TILE = { kind: 'text', text: 'x', width: 1, height: 1 }
const page = (more: object): object => ({ title: '', columns: 1, rows: 1, tiles: [TILE], ...more })
const ID = '00000000-0000-4000-8000-000000000000'

const BOARDS: Readonly<Record<string, readonly [Expected, object]>> = {
  'a page of a billion columns': ['refused', { pages: [page({ columns: 1e9, rows: 1e9 })] }],
  'a tile of a billion rows': ['refused', { pages: [page({ tiles: [{ ...TILE, height: 1e9 }] })] }],
  'a tile without an end': ['refused', { pages: [page({ tiles: [{ ...TILE, width: 1e308 }] })] }],
  'a page of 10,000 tiles': ['refused', { pages: [page({ tiles: Array.from({ length: 10_000 }, () => TILE) })] }],
  '10,000 pages': ['refused', { pages: Array.from({ length: 10_000 }, () => page({})) }],
  'a map of 10,000 units': [
    'refused',
    {
      pages: [
        page({
          tiles: [
            {
              kind: 'map',
              title: '',
              dataIDs: Array.from({ length: 10_000 }, (_, at) => `u${at}`),
              width: 1,
              height: 1,
            },
          ],
        }),
      ],
    },
  ],
  'a widget of no kind': [
    'refused',
    { pages: [page({ tiles: [{ ...TILE, kind: 'widget', widget: '__proto__', title: '', dataID: 'x' }] })] },
  ],
  'a chart of a unit that is not there': [
    'refused',
    {
      pages: [page({ tiles: [{ kind: 'chart', dataID: 'nothing', title: 'x', minutes: 1, width: 1, height: 1 }] })],
    },
  ],
}

function boardCases(): HostileCase[] {
  return Object.entries(BOARDS).map(([what, [expected, more]]) => ({
    kind: 'wallboards',
    name: what,
    expected,
    send: (target) =>
      askJson(target, { path: createBoard.path, body: JSON.stringify({ name: 'x', seconds: 20, ...more }) }),
  }))
}

const PASSES = [
  'fwb_',
  `fwb_${'x'.repeat(8_000)}`,
  'fws_.',
  'fwb_\u00e9',
  'fwb_%00',
  'null',
  `fws_${'.'.repeat(2_000)}`,
]

/** Passes that open nothing. */
function passCases(): HostileCase[] {
  return [getSharedScreen, getSharedCurrent, getSharedSeries, getSharedIncident, listSharedEvents].flatMap((endpoint) =>
    PASSES.map((pass, at) => ({
      kind: 'passes',
      name: `${endpoint.path} with pass ${at + 1}`,
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

const CODES = ['', 'AAAA-AAAA', 'x'.repeat(10_000), "' or 1=1 --", '\u0000', '\uD800', '💧'.repeat(10)]

function codeCases(): HostileCase[] {
  return CODES.map((code, at) => ({
    kind: 'codes of screens',
    name: `code ${at + 1}`,
    expected: 'refused',
    send: (target) =>
      askJson(target, { path: pairScreen.path, body: JSON.stringify({ code, boardID: ID, name: 'x' }) }),
  }))
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

/** More televisions than one house has. */
function crowdCases(): HostileCase[] {
  return Array.from({ length: 40 }, (_, at) => ({
    kind: 'codes of screens',
    name: `television ${at + 1}`,
    expected: 'judged' as const,
    send: (target: Target) => ask(target, { method: 'POST', path: startPairing.path, as: 'anonymous' }),
  }))
}

/** Links, wallboards, and those who show them. */
export function screenCases(): HostileCase[] {
  return [...boardCases(), ...passCases(), ...codeCases(), ...linkCases(), ...crowdCases()]
}
