import { Gauge } from '@fieldwatch/contract/widgets/gauge'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beyondRange, gaugeDrawing, tickDecimals, tickValues } from './gauge-geometry.ts'

function buildGauge(settings: object = {}) {
  return Gauge.parse({ title: 'Level', range: [0, 60], source: 'tank', field: 'level', ...settings })
}

/** The radii of the arcs in a path, least first. */
function radiiOf(path = ''): number[] {
  return [...new Set([...path.matchAll(/A([\d.]+),/g)].map(([, radius]) => Number(radius)))].sort((a, b) => a - b)
}

describe('the drawing of a gauge', () => {
  // spec 1-9-13
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
    [
      [0, 60],
      [0, 10, 20, 30, 40, 50, 60],
    ],
    [
      [0, 100],
      [0, 20, 40, 60, 80, 100],
    ],
    [
      [0, 1],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [0, 14],
      [0, 2, 4, 6, 8, 10, 12, 14],
    ],
    [
      [4, 20],
      [4, 6, 8, 10, 12, 14, 16, 18, 20],
    ],
    [
      [0, 180],
      [0, 30, 60, 90, 120, 150, 180],
    ],
    [
      [-40, 85],
      [-40, -20, 0, 20, 40, 60, 80],
    ],
    [
      [0.5, 3.5],
      [0.5, 1, 1.5, 2, 2.5, 3, 3.5],
    ],
  ] as const)('has round tick values in %j', (range, values) => {
    expect(gaugeDrawing(buildGauge({ range }), 1).ticks.map(({ value }) => value)).toEqual(values)
  })

  it('has a few tick values in order, written exactly, within any range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (from, length) => {
        const [low, high] = [from / 100, (from + length) / 100]
        const values = tickValues([low, high])
        const decimals = tickDecimals([low, high])
        expect(values.length).toBeGreaterThanOrEqual(4)
        expect(values.length).toBeLessThanOrEqual(10)
        expect(values.every((value) => value >= low - 1e-6 && value <= high + 1e-6)).toBe(true)
        expect(values.map((value) => Number(value.toFixed(decimals)))).toEqual(values)
        expect(values.toSorted((one, other) => one - other)).toEqual(values)
      }),
    )
  })

  it.each([
    [[0, 60], 0],
    [[0, 0.6], 1],
    [[0, 100], 0],
    [[0, 14], 0],
    [[0, 1], 1],
    [[-20, 40], 0],
  ] as const)('writes the tick values of %j with %d decimals', (range, decimals) => {
    expect(tickDecimals(range)).toBe(decimals)
  })

  it('fills in the colour of the step that the value is in, and in that of the gauge beside all steps', () => {
    const steps = [
      { range: [0, 20], color: '#0000ff' },
      { range: [20, 40], color: '#00ff00' },
    ]
    const colourAt = (value: number) => gaugeDrawing(buildGauge({ steps, color: '#123456' }), value).barColour

    expect([-5, 0, 19.9, 20, 40, 41, 99].map(colourAt)).toEqual([
      '#0000ff',
      '#0000ff',
      '#0000ff',
      '#00ff00',
      '#00ff00',
      '#123456',
      '#123456',
    ])
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
  ])('says that %d is %s its range', (value, side) => {
    expect(beyondRange(buildGauge(), value)).toBe(side)
  })

  it('marks the threshold across the arc', () => {
    const { threshold } = gaugeDrawing(buildGauge({ threshold: 30 }), 1)

    expect(threshold?.x1).toBeCloseTo(0)
    expect(threshold?.y2).toBeLessThan(threshold?.y1 ?? 0)
  })
})
