import { ANYONE, type Row } from '@fieldwatch/server/testing/access-rows'
import type { Asked } from '@fieldwatch/server/testing/access-of-extensions'

/** PromQL about one unit: an entity gets hundreds here. */
const levelOf = (dataID: string): string => `level{unit="${dataID}"}`
const ONE_HOUR = { start: '1772323200', end: '1772326800', step: '60' }

/** Series out of reach are left out of the answers. */
export const ROWS: Readonly<Record<string, Row>> = {
  'GET /prometheus/api/v1/query': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/query?query=level' }),
  },
  'POST /prometheus/api/v1/query': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/query', body: { query: 'level' } }),
  },
  'GET /prometheus/api/v1/query_range': {
    rule: ANYONE,
    ask: async ({ unit }) => ({
      path: `/prometheus/api/v1/query_range?${new URLSearchParams({ query: levelOf(await unit()), ...ONE_HOUR }).toString()}`,
    }),
  },
  'POST /prometheus/api/v1/query_range': {
    rule: ANYONE,
    ask: async ({ unit }) => ({
      path: '/prometheus/api/v1/query_range',
      body: { query: levelOf(await unit()), ...ONE_HOUR },
    }),
  },
  'GET /prometheus/api/v1/labels': { rule: ANYONE, ask: () => ({ path: '/prometheus/api/v1/labels' }) },
  'POST /prometheus/api/v1/labels': { rule: ANYONE, ask: () => ({ path: '/prometheus/api/v1/labels', body: {} }) },
  'GET /prometheus/api/v1/label/:name/values': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/label/unit/values' }),
  },
  'GET /prometheus/api/v1/series': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/series?match[]=level' }),
  },
  'POST /prometheus/api/v1/series': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/series', body: { 'match[]': 'level' } }),
  },
  'GET /prometheus/api/v1/metadata': { rule: ANYONE, ask: () => ({ path: '/prometheus/api/v1/metadata' }) },
  'GET /prometheus/api/v1/status/buildinfo': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/status/buildinfo' }),
  },
  'POST /prometheus/api/v1/label/:name/values': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/label/unit/values', body: {} }),
  },
  'POST /prometheus/api/v1/metadata': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/metadata', body: {} }),
  },
  'POST /prometheus/api/v1/status/buildinfo': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/status/buildinfo', body: {} }),
  },
  'GET /prometheus/api/v1/query_exemplars': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/query_exemplars?query=level' }),
  },
  'POST /prometheus/api/v1/query_exemplars': {
    rule: ANYONE,
    ask: () => ({ path: '/prometheus/api/v1/query_exemplars', body: { query: 'level' } }),
  },
  'GET /prometheus/api/v1/rules': { rule: ANYONE, ask: () => ({ path: '/prometheus/api/v1/rules' }) },
  'POST /prometheus/api/v1/rules': { rule: ANYONE, ask: () => ({ path: '/prometheus/api/v1/rules', body: {} }) },
}

export const ABOUT_A_UNIT = Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined]))

const steps = { start: '1772323200', end: '1772326800', step: '60', timeout: '5s', lookback_delta: '1h' }
const matching = { 'match[]': 'level', start: '1772323200', end: '1772326800' }

export const asked = (): Readonly<Record<string, Asked>> => ({
  'GET /prometheus/api/v1/query': {
    query: { query: 'level', time: '2026-03-01T00:00:00Z', timeout: '5s', lookback_delta: '1h', limit: '10' },
  },
  'POST /prometheus/api/v1/query': {
    body: { query: 'level', time: '1772323200', timeout: '5s', lookback_delta: '1h', limit: 10 },
  },
  'GET /prometheus/api/v1/query_range': { query: { query: 'level', ...steps, limit: '10' } },
  'POST /prometheus/api/v1/query_range': { body: { query: 'level', ...steps, limit: 10 } },
  'GET /prometheus/api/v1/labels': { query: { ...matching, limit: '10' } },
  'POST /prometheus/api/v1/labels': { body: { ...matching, limit: 10 } },
  'GET /prometheus/api/v1/label/:name/values': { params: { name: 'unit' }, query: { ...matching, limit: '10' } },
  'GET /prometheus/api/v1/series': { query: { ...matching, limit: '10' } },
  'POST /prometheus/api/v1/series': { body: { ...matching, limit: 10 } },
  'GET /prometheus/api/v1/metadata': { query: { metric: 'level', limit: '10', limit_per_metric: '1' } },
  'GET /prometheus/api/v1/status/buildinfo': {},
  'POST /prometheus/api/v1/label/:name/values': { params: { name: 'unit' }, body: { ...matching, limit: 10 } },
  'POST /prometheus/api/v1/metadata': { body: { metric: 'level', limit: 10, limit_per_metric: 1 } },
  'POST /prometheus/api/v1/status/buildinfo': { body: {} },
  'GET /prometheus/api/v1/query_exemplars': { query: { query: 'level' } },
  'POST /prometheus/api/v1/query_exemplars': { body: { query: 'level' } },
  'GET /prometheus/api/v1/rules': { query: {} },
  'POST /prometheus/api/v1/rules': { body: {} },
})
