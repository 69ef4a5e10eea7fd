import { createMeasures } from '@fieldwatch/contract/measures/measure'
import { describe, expect, it } from 'vitest'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { AUTOMATIC_WINDOW, type ChartWindow } from '#shared/charts/chart-window.ts'
import { bandRequestOf, bandsOf, marksOf } from './event-marks.ts'

const DAY = 86_400_000
const custom = (from: number, to: number): ChartWindow => ({ kind: 'custom', from, to })

describe('the bands that are asked for', () => {
  it('are those up to now in live mode', () => {
    expect(bandRequestOf(AUTOMATIC_WINDOW, AUTOMATIC_WINDOW)).toEqual({ kind: 'live', lengthMs: DAY })
    expect(bandRequestOf({ kind: 'rolling', lengthMs: 600_000 }, AUTOMATIC_WINDOW)).toEqual({
      kind: 'live',
      lengthMs: 600_000,
    })
  })

  it('are those of all while a person is not far in', () => {
    expect(bandRequestOf(custom(0, 5 * DAY), custom(0, 30 * DAY))).toEqual({ kind: 'fixed', from: 0, to: 30 * DAY })
    expect(bandRequestOf(custom(1e12, 1e12 + DAY / 4), AUTOMATIC_WINDOW)).toEqual({ kind: 'live', lengthMs: DAY })
  })

  it('reach beyond what is in sight of a person who is far in, and stay the same while they move a little', () => {
    const asked = bandRequestOf(custom(DAY, DAY + 600_000), custom(0, 30 * DAY))
    expect(asked).toEqual(bandRequestOf(custom(DAY + 10_000, DAY + 610_000), custom(0, 30 * DAY)))
    if (asked.kind !== 'fixed') throw new Error('They are not of a stretch.')
    expect(asked.from).toBeLessThanOrEqual(DAY)
    expect(asked.to).toBeGreaterThanOrEqual(DAY + 600_000)
    expect(asked.to - asked.from).toBeLessThan(5 * 1_048_576)
  })
})

describe('the bands of a chart', () => {
  const bands = [
    { startUTC: '2026-06-01T00:00:00.000Z', endUTC: '2026-06-01T01:00:00.000Z', count: 2 },
    { startUTC: '2026-06-01T02:00:00.000Z', endUTC: '2026-06-01T03:00:00.000Z', count: 1 },
  ]

  it('are stronger where the occurrence is that the page was opened for', () => {
    const all = { title: 'Too warm', comparison: 'room.temp > 20', bands }
    expect(bandsOf(all, '2026-06-01T02:00:00.000Z').map(({ strong }) => strong)).toEqual([false, true])
    expect(bandsOf(all, undefined).map(({ strong }) => strong)).toEqual([false, false])
  })
})

describe('the limit in a chart', () => {
  const american = createMeasures({ system: 'US' })
  const line = (source: string, field: string) => ({
    source: source as SourceName,
    field,
    measure: american('°C'),
  })

  it('is that of the condition, for the lines that it is about and in their unit of measure', () => {
    expect(marksOf({ bands: [] }, 'room.temp >= 20', [line('room', 'humidity'), line('room', 'temp')]).limit).toEqual({
      label: '>= 68',
      value: 68,
      lines: [1],
    })
  })

  it('is not there where the value is not drawn', () => {
    expect(marksOf({ bands: [] }, 'room.temp >= 20', [line('tank', 'temp')]).limit).toBeUndefined()
  })
})
