import { createIncident, listIncidents } from '../contract/incidents.ts'
import { getSharedIncident } from '../contract/shared-incident.ts'
import { passCases } from '@fieldwatch/e2e/hostile/cases/screen-cases'
import { ask, askJson } from '@fieldwatch/e2e/hostile/ask'
import type { Expected, HostileCase } from '@fieldwatch/e2e/hostile/hostile-case'

const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

/** Over an incident of the unit. */
const INCIDENTS: Readonly<Record<string, readonly [Expected, object]>> = {
  'no units': ['refused', { dataIDs: [] }],
  '51 units': ['refused', { dataIDs: Array.from({ length: 51 }, (_, place) => `tank-${place}`) }],
  'all times': ['refused', { from: '1970-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }],
  'a range that ends before it begins': ['refused', { to: '2025-01-01T00:00:00Z' }],
  'a moment of another century': ['taken', { moment: '2099-01-01T00:00:00Z' }],
  'a title of 100,000 characters': ['refused', { title: 'x'.repeat(100_000) }],
  'a title that turns the text around': ['refused', { title: 'Flood\u202E' }],
  'conclusions of a megabyte': ['refused', { conclusions: 'x'.repeat(1_000_000) }],
  'conclusions of tags': ['taken', { conclusions: '</style></title><script>alert(1)</script>' }],
  'seven fields': ['refused', { fields: Array.from({ length: 7 }, () => ({ source: 'level', field: 'value' })) }],
  'a field of no prototype': ['judged', { fields: [{ source: 'level', field: '__proto__' }] }],
  'the history of requests': ['judged', { fields: [{ source: 'action_result', field: 'status' }] }],
}

/** Questions for the list. */
const LISTS: Readonly<Record<string, readonly [Expected, string]>> = {
  'page 10,001': ['refused', 'page=10001'],
  'the last page': ['taken', 'page=10000&pageSize=100'],
  '101 a page': ['refused', 'pageSize=101'],
  'a sort by a column': ['refused', 'sort=facts'],
  'a pattern': ['taken', `text=${encodeURIComponent("%_\\'; drop table incident; --")}`],
}

/** Incidents and lists of them that no one needs, and passes of visitors that open none. */
export function hostileCases(): HostileCase[] {
  const saved = Object.entries(INCIDENTS).map(([what, [expected, more]]): HostileCase => ({
    kind: 'incidents',
    name: what,
    expected,
    send: (target) =>
      askJson(target, {
        path: createIncident.path,
        as: 'viewer',
        body: JSON.stringify({ title: 'Flood', dataIDs: [target.dataID], ...RANGE, ...more }),
      }),
  }))
  const listed = Object.entries(LISTS).map(([what, [expected, query]]): HostileCase => ({
    kind: 'lists of incidents',
    name: what,
    expected,
    send: (target) => ask(target, { path: `${listIncidents.path}?${query}`, as: 'viewer' }),
  }))
  return [...saved, ...listed, ...passCases(undefined, [getSharedIncident])]
}
