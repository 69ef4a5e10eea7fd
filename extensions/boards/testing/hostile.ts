import { ask, askJson } from '@fieldwatch/e2e/hostile/ask'
import { passCases } from '@fieldwatch/e2e/hostile/cases/screen-cases'
import type { Expected, HostileCase, Target } from '@fieldwatch/e2e/hostile/hostile-case'
import { addBoardScreen, createBoard, createBoardPairing } from '../contract/boards.ts'

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

const PASSES = ['fwb_', `fwb_${'x'.repeat(8_000)}`, 'fwb_\u00e9', 'fwb_%00']

const CODES = ['', 'AAAA-AAAA', 'x'.repeat(10_000), "' or 1=1 --", '\u0000', '\uD800', '💧'.repeat(10)]

function codeCases(): HostileCase[] {
  return CODES.map((code, at) => ({
    kind: 'codes of screens',
    name: `code ${at + 1}`,
    expected: 'refused',
    send: (target) =>
      askJson(target, { path: addBoardScreen.path, body: JSON.stringify({ code, boardID: ID, name: 'x' }) }),
  }))
}

/** More televisions than one house has. */
function crowdCases(): HostileCase[] {
  return Array.from({ length: 40 }, (_, at) => ({
    kind: 'codes of screens',
    name: `television ${at + 1}`,
    expected: 'judged' as const,
    send: (target: Target) => ask(target, { method: 'POST', path: createBoardPairing.path, as: 'anonymous' }),
  }))
}

/** Wallboards, and screens that pretend to be paired. */
export function hostileCases(): HostileCase[] {
  return [...boardCases(), ...passCases(PASSES), ...codeCases(), ...crowdCases()]
}
