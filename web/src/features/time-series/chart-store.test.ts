import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'
import { Chart } from '@fieldwatch/contract/widgets/chart'
import { describe, expect, it } from 'vitest'
import { LIVE_WINDOW_MS } from '#shared/charts/chart-window.ts'
import { planCharts } from './chart-plan.ts'
import { createChartStore, type ChartStore } from './chart-store.ts'

const NOW = Date.UTC(2026, 5, 1)
const CHART = Chart.parse({
  title: 'Chart',
  type: 'timeseries',
  specifications: {
    tank: [{ field: 'level', friendlyName: 'Level', unit: 'm' }],
    pump: [{ field: 'on', friendlyName: 'On' }],
  },
})
const LINES = planCharts([CHART], sentMeasures)[0]?.lines ?? []

function buildRecord(at: number, fields: Record<string, FieldValue>): DataRecord {
  const messageUTC = new Date(at).toISOString()
  return { messageUTC, recieveUTC: messageUTC, ...fields }
}

function rows(store: ChartStore): (number | null)[][] {
  const { x, columns } = store.data()
  return Array.from(x, (at, row) => [
    at - NOW,
    ...columns.map((column) => (Number.isNaN(column[row]) ? null : (column[row] ?? null))),
  ])
}

const seriesOf = (source: string, at: readonly number[], values: readonly number[], columnMs = 0) => ({
  source,
  data: { x: Float64Array.from(at), columns: [Float64Array.from(values)], columnMs },
})
const tank = seriesOf('tank', [NOW - 20, NOW - 10], [1, 2], 50)
const pump = seriesOf('pump', [NOW - 10, NOW - 5], [0, 1])

describe('the store of a chart', () => {
  it('has its values in the unit of measure of their line, whichever way they come', () => {
    const lines = planCharts([CHART], createMeasures({ system: 'US', dimensions: { length: 'cm' } }))[0]?.lines ?? []
    const store = createChartStore(lines)
    store.loadSource(tank)
    store.append('tank', [buildRecord(NOW, { level: 3 })], NOW)
    store.loadDetail({ from: NOW - 20, to: NOW }, [tank])

    expect(lines.map(({ unit }) => unit)).toEqual(['cm', undefined])
    expect(rows(store).map(([, level]) => level)).toEqual([100, 200, 300])
    store.show({ from: NOW - 20, to: NOW })
    expect(rows(store).map(([, level]) => level)).toEqual([100, 200])
    expect([...(tank.data.columns[0] ?? [])]).toEqual([1, 2])
  })

  it('puts its sources on one time axis, in whatever order they come, and keeps what came live in the meantime', () => {
    const store = createChartStore(LINES)
    store.loadSource(tank)
    store.append('tank', [buildRecord(NOW, { level: 3 })], NOW)
    store.loadSource(pump)

    expect(rows(store)).toEqual([
      [-20, 1, null],
      [-10, 2, 0],
      [-5, null, 1],
      [0, 3, null],
    ])
  })

  it('replaces a source that is read again', () => {
    const store = createChartStore(LINES)
    store.loadSource(tank)
    store.loadSource(pump)
    store.loadSource(seriesOf('tank', [NOW - 1], [9]))

    expect(rows(store)).toEqual([
      [-10, null, 0],
      [-5, null, 1],
      [-1, 9, null],
    ])
  })

  it('draws booleans as 0 and 1 and leaves out what is no number', () => {
    const store = createChartStore(LINES)
    store.append('pump', [buildRecord(NOW - 2, { on: true }), buildRecord(NOW - 1, { on: 'broken' })], NOW)

    expect(rows(store)).toEqual([[-2, null, 1]])
  })

  // spec 1-1-11, 1-4-23
  it('keeps the last 24 hours and drops older points when new ones come', () => {
    const store = createChartStore(LINES)
    store.append('tank', [buildRecord(NOW - LIVE_WINDOW_MS, { level: 1 }), buildRecord(NOW, { level: 2 })], NOW)
    const before = rows(store).length
    store.append('tank', [buildRecord(NOW + 1, { level: 3 })], NOW + 1)

    expect(before).toBe(2)
    expect(rows(store).map(([at]) => at)).toEqual([0, 1])
  })

  it('notifies of every change', () => {
    const store = createChartStore(LINES)
    let calls = 0
    store.subscribe(() => (calls += 1))
    store.loadSource(tank)
    store.append('tank', [buildRecord(NOW, { level: 1 })], NOW)

    expect(calls).toBe(2)
  })
})

describe('a detail', () => {
  const span = { from: NOW - 30, to: Infinity }
  const fine = seriesOf('tank', [NOW - 20, NOW - 15, NOW - 10], [1, 5, 2], 5)

  it('is drawn where it covers what is shown, and the picture before it until then', () => {
    const store = createChartStore(LINES)
    store.loadSource(tank)
    store.show({ from: NOW - 25, to: NOW })
    store.expectDetail()
    const before = rows(store).length
    store.loadDetail(span, [fine])
    const inside = rows(store).length
    store.show({ from: NOW - 100, to: NOW })

    expect([before, inside, rows(store).length]).toEqual([2, 3, 2])
  })

  it('says how far apart the records of the picture may be that is drawn', () => {
    const store = createChartStore(LINES)
    store.loadSource(tank)
    store.loadSource(pump)
    store.show({ from: NOW - 25, to: NOW })
    const before = store.data().columnMs
    store.loadDetail(span, [fine, pump])
    const inside = store.data().columnMs
    store.show({ from: NOW - 100, to: NOW })

    expect([before, inside, store.data().columnMs]).toEqual([50, 5, 50])
  })

  it('has the records that came while it was on its way, and those that come after', () => {
    const store = createChartStore(LINES)
    store.loadSource(tank)
    store.show({ from: NOW - 25, to: NOW })
    store.expectDetail()
    store.append('tank', [buildRecord(NOW - 1, { level: 7 })], NOW)
    store.loadDetail(span, [fine])
    store.append('tank', [buildRecord(NOW, { level: 8 })], NOW)

    expect(rows(store).map(([, level]) => level)).toEqual([1, 5, 2, 7, 8])
  })
})
