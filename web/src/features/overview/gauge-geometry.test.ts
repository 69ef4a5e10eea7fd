import { Gauge } from '@fieldwatch/contract/templates'
import { describe, expect, it } from 'vitest'
import { beyondRange, gaugeDrawing, tickDecimals } from './gauge-geometry.ts'

function buildGauge(settings: object = {}) {
  return Gauge.parse({ title: 'Level', range: [0, 60], source: 'tank', field: 'level', ...settings })
}

/** The radii of the arcs in a path, least first. */
function radiiOf(path = ''): number[] {
  return [...new Set([...path.matchAll(/A([\d.]+),/g)].map(([, radius]) => Number(radius)))].sort((a, b) => a - b)
}

describe('the drawing of a gauge', () => {
  it('has 7 tick values from end to end', () => {
    expect(gaugeDrawing(buildGauge(), 1).ticks.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40, 50, 60])
  })

  it('puts its ticks clockwise: the lowest at the left, the middle on top, the highest at the right', () => {
    const { ticks } = gaugeDrawing(buildGauge(), 1)

    expect(ticks[0]?.x).toBeLessThan(0)
    expect(ticks[3]).toMatchObject({ x: 0, anchor: 'middle' })
    expect(ticks[6]?.x).toBeGreaterThan(0)
  })

  it.each([
    [[0, 60], 0],
    [[0, 0.6], 1],
    [[0, 100], 0],
    [[0, 14], 1],
    [[0, 1], 2],
    [[-20, 40], 0],
  ] as const)('writes the tick values of %j with %d decimals', (range, decimals) => {
    expect(tickDecimals(range)).toBe(decimals)
  })

  it('has no bar without a value', () => {
    expect(gaugeDrawing(buildGauge(), undefined).bar).toBeUndefined()
  })

  it('stops at the end of the range for a value beyond it', () => {
    expect(gaugeDrawing(buildGauge(), 999).bar).toBe(gaugeDrawing(buildGauge(), 60).bar)
    expect(gaugeDrawing(buildGauge(), 59).bar).not.toBe(gaugeDrawing(buildGauge(), 60).bar)
  })

  it('draws each step in its colour, thinner where the template says so', () => {
    const { steps } = gaugeDrawing(
      buildGauge({
        steps: [
          { range: [0, 60], color: '#00ff00' },
          { range: [0, 60], color: '#ff0000', thickness: 0.3 },
        ],
      }),
      1,
    )

    expect(steps.map(({ colour }) => colour)).toEqual(['#00ff00', '#ff0000'])
    expect(steps[1]?.path).not.toBe(steps[0]?.path)
  })

  it('puts the value beneath the steps, so that neither hides the other', () => {
    const steps = [{ range: [0, 60], color: '#00ff00' }]

    expect(radiiOf(gaugeDrawing(buildGauge({ steps }), 60).bar)).toEqual([60, 70])
    expect(radiiOf(gaugeDrawing(buildGauge({ steps }), 60).steps[0]?.path)).toEqual([72, 80])
  })

  it.each([
    [-1, 'below'],
    [0, undefined],
    [60, undefined],
    [60.5, 'above'],
  ])('tells that %d is %s its range', (value, side) => {
    expect(beyondRange(buildGauge(), value)).toBe(side)
  })

  it('marks the threshold across the arc', () => {
    const { threshold } = gaugeDrawing(buildGauge({ threshold: 30 }), 1)

    expect(threshold?.x1).toBeCloseTo(0)
    expect(threshold?.y2).toBeLessThan(threshold?.y1 ?? 0)
  })
})
