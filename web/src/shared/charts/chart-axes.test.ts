import { describe, expect, it } from 'vitest'
import { chartAxes, chartPadding } from './chart-axes.ts'
import type { ChartLine } from './chart-line.ts'

function buildLine(unit: string | undefined, index: number): ChartLine {
  return { key: String(index), label: 'Line', unit, colour: 'red', maxGapMs: 1 }
}

interface Drawn {
  units: (string | undefined)[]
  hidden?: number[]
  alignRight?: boolean
}

function draw({ units, hidden = [], alignRight = false }: Drawn) {
  const lines = units.map(buildLine)
  const request = {
    lines,
    hidden: new Set(hidden.map(String)),
    alignRight,
    size: { width: 1000, height: 200 },
    colours: {
      text: 'grey',
      line: 'silver',
      surface: 'white',
      mark: '',
      markText: '',
      series: lines.map((_line, index) => `colour ${index}`),
    },
    font: '12px sans',
    timeFormat: '24Hour' as const,
  }
  const [, ...axes] = chartAxes(request)
  const [top, right, , left] = chartPadding(request)
  return {
    scales: axes.map(({ scale }) => scale),
    colours: axes.map(({ stroke }) => stroke),
    top,
    left: Number(axes[0]?.size ?? 0) + left,
    right: Number(axes[1]?.size ?? 0) + right,
  }
}

describe('the room beside a plot', () => {
  it('is what the values of its axes take, whatever is written there', () => {
    expect(draw({ units: ['m'] })).toMatchObject({ left: 56, right: 12 })
    expect(draw({ units: [undefined] })).toMatchObject({ left: 56, right: 12 })
    expect(draw({ units: ['m', 'kW'] })).toMatchObject({ left: 56, right: 48 })
  })

  it('is the same in all charts of a page, so that their times line up', () => {
    expect(draw({ units: ['m'], alignRight: true })).toMatchObject({ left: 56, right: 48 })
    expect(draw({ units: ['m'], hidden: [0], alignRight: true })).toMatchObject({ left: 56, right: 48 })
  })

  it('has the units above it where there are any', () => {
    expect(draw({ units: ['m'] }).top).toBeGreaterThan(draw({ units: [undefined] }).top)
  })
})

describe('the axes of a chart', () => {
  it('are one for each of the first two units', () => {
    expect(draw({ units: ['m', 'm'] }).scales).toEqual(['y m'])
    expect(draw({ units: ['m', 'kW', 'V'] }).scales).toEqual(['y m', 'y kW'])
  })

  it('go with the last visible series of their unit', () => {
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [0] }).scales).toEqual(['y m', 'y kW'])
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [0, 1] }).scales).toEqual(['y kW'])
    expect(draw({ units: ['m', 'kW'], hidden: [0, 1] }).scales).toEqual([])
  })

  it('give their place to the next unit', () => {
    expect(draw({ units: ['m', 'kW', 'V'], hidden: [1] }).scales).toEqual(['y m', 'y V'])
  })

  it('have the colour of their series when they belong to one alone', () => {
    expect(draw({ units: ['m', 'm', 'kW'] }).colours).toEqual(['grey', 'colour 2'])
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [1] }).colours).toEqual(['colour 0', 'colour 2'])
    expect(draw({ units: ['m', 'kW'], hidden: [1] }).colours).toEqual(['grey'])
  })
})
