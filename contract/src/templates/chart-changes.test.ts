import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceName } from '../api/ids.ts'
import { changedTitles } from './chart-changes.ts'

/** A template with charts of fields of one source, by title. */
function withCharts(...charts: readonly (readonly [title: string, ...fields: string[]])[]) {
  return {
    title: 'Pumps',
    timeSeries: {
      charts: charts.map(([title, ...fields]) => ({
        title,
        type: 'timeseries' as const,
        specifications: { ['room' as SourceName]: fields.map((field) => ({ field, friendlyName: field })) },
      })),
    },
  }
}

const chart = (title: string, to?: string) => ({ of: 'chart', title, to })

describe('charts of a changed template', () => {
  it('have another title where their series are the same, in any order', () => {
    const before = withCharts(['A', 'x'], ['B', 'y'], ['C', 'z'])

    const changes = changedTitles(before, withCharts(['C', 'z'], ['Y', 'y'], ['X', 'x']))

    assert.deepEqual(changes, [chart('A', 'X'), chart('B', 'Y')])
  })

  it('have another title while one of their series changes too', () => {
    assert.deepEqual(changedTitles(withCharts(['A', 'x', 'y']), withCharts(['B', 'x', 'z'])), [chart('A', 'B')])
  })

  it('are gone where nothing of them is left, so that no link shows another chart', () => {
    assert.deepEqual(changedTitles(withCharts(['A', 'x']), withCharts(['B', 'z'])), [chart('A')])
    assert.deepEqual(changedTitles(withCharts(['A', 'x']), { title: 'Pumps' }), [chart('A')])
  })

  it('stay what they are with another order or other series, and while two have one title', () => {
    assert.deepEqual(changedTitles(withCharts(['A', 'x'], ['B', 'y']), withCharts(['B', 'z'], ['A', 'x'])), [])
    assert.deepEqual(changedTitles(withCharts(['A', 'x'], ['A', 'y']), withCharts(['B', 'x'])), [])
  })
})

describe('reports of event tables of a changed template', () => {
  const withReports = (...reports: readonly (readonly [name: string, column: string])[]) => ({
    title: 'Pumps',
    reports: Object.fromEntries(
      reports.map(([name, column]) => {
        const columns = { columns: [column], values: [column], formats: ['' as const] }
        return [name, { name, ...columns, includeCoordinates: false }]
      }),
    ),
  })

  it('have another name where their columns are the same, and are gone otherwise', () => {
    const changes = changedTitles(withReports(['A', 'x'], ['B', 'y'], ['C', 'z']), withReports(['X', 'x'], ['C', 'v']))

    assert.deepEqual(changes, [
      { of: 'report', title: 'A', to: 'X' },
      { of: 'report', title: 'B', to: undefined },
    ])
  })
})
