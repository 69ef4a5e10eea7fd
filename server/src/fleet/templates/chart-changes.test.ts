import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { findChartChanges } from './chart-changes.ts'

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

describe('charts of a changed template', () => {
  it('have another title where their series are the same, in any order', () => {
    const before = withCharts(['A', 'x'], ['B', 'y'], ['C', 'z'])

    const changes = findChartChanges(before, withCharts(['C', 'z'], ['Y', 'y'], ['X', 'x']))

    assert.deepEqual(changes, {
      renamed: [
        { chart: 'A', to: 'X' },
        { chart: 'B', to: 'Y' },
      ],
      deleted: [],
    })
  })

  it('have another title while one of their series changes too', () => {
    const changes = findChartChanges(withCharts(['A', 'x', 'y']), withCharts(['B', 'x', 'z']))

    assert.deepEqual(changes, { renamed: [{ chart: 'A', to: 'B' }], deleted: [] })
  })

  it('are gone where nothing of them is left, so that no link shows another chart', () => {
    const changes = findChartChanges(withCharts(['A', 'x']), withCharts(['B', 'z']))

    assert.deepEqual(changes, { renamed: [], deleted: ['A'] })
    assert.deepEqual(findChartChanges(withCharts(['A', 'x']), { title: 'Pumps' }), { renamed: [], deleted: ['A'] })
  })

  it('stay what they are with another order or other series, and while two have one title', () => {
    const none = { renamed: [], deleted: [] }

    assert.deepEqual(findChartChanges(withCharts(['A', 'x'], ['B', 'y']), withCharts(['B', 'z'], ['A', 'x'])), none)
    assert.deepEqual(findChartChanges(withCharts(['A', 'x'], ['A', 'y']), withCharts(['B', 'x'])), none)
  })
})
