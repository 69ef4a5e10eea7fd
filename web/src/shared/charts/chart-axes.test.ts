import { describe, expect, it } from 'vitest'
import type uPlot from 'uplot'
import { createAxisRoom } from './axis-room.ts'
import { chartAxes, chartPadding } from './chart-axes.ts'
import type { ChartLine } from './chart-line.ts'

function buildLine(unit: string | undefined, index: number): ChartLine {
  return { key: String(index), label: 'Line', unit, colour: 'red', maxGapMs: 1 }
}

interface Drawn {
  units: (string | undefined)[]
  hidden?: number[]
  /** The labels of each axis. */
  labels?: string[][]
  /** How wide the values to the right of another chart of the page are. */
  otherRight?: number
}

/** A canvas on which every character is 7 pixels wide. */
function buildPlot(): uPlot {
  const ctx = { font: '', measureText: ({ length }: string) => ({ width: 7 * length }) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the axes ask the plot for its canvas only
  return { ctx } as unknown as uPlot
}

function draw({ units, hidden = [], labels = [], otherRight }: Drawn) {
  const room = createAxisRoom()
  const plot = buildPlot()
  const other = buildPlot()
  for (const chart of [plot, other]) room.join(chart, () => undefined)
  room.need(other, 'right', otherRight)
  const lines = units.map(buildLine)
  const request = {
    lines,
    hidden: new Set(hidden.map(String)),
    room,
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
  const sizes = axes.map(({ size }, index) =>
    typeof size === 'function' ? size(plot, labels[index] ?? ['0'], index + 1, 1) : size,
  )
  const [top, right, , left] = chartPadding(request)
  return {
    scales: axes.map(({ scale }) => scale),
    colours: axes.map(({ stroke }) => stroke),
    top,
    left: (sizes[0] ?? 0) + left(),
    right: (sizes[1] ?? 0) + right(),
  }
}

describe('the room beside a plot', () => {
  // spec 1-9-16
  it('is what the values of its axes take', () => {
    expect(draw({ units: ['m'] })).toMatchObject({ left: 56, right: 12 })
    expect(draw({ units: [undefined] })).toMatchObject({ left: 56, right: 12 })
    expect(draw({ units: ['m', 'kW'] })).toMatchObject({ left: 56, right: 48 })
  })

  it('follows the longest value', () => {
    const labels = [
      ['12,345,678.6', '12,345,678.7'],
      ['1.2345e12', '0'],
    ]
    expect(draw({ units: ['m', 'kW'], labels })).toMatchObject({ left: 96, right: 72 })
  })

  // spec 1-9-16
  it('is the same in all charts of a page, so that their times line up', () => {
    expect(draw({ units: ['m'], otherRight: 40 })).toMatchObject({ left: 56, right: 48 })
    expect(draw({ units: ['m'], hidden: [0], otherRight: 60 })).toMatchObject({ left: 56, right: 64 })
  })

  it('has the units above it where there are any', () => {
    expect(draw({ units: ['m'] }).top).toBeGreaterThan(draw({ units: [undefined] }).top)
  })
})

describe('the axes of a chart', () => {
  it('are one for each of the first two units', () => {
    expect(draw({ units: ['m', 'm'] }).scales).toEqual(['ticks of y m'])
    expect(draw({ units: ['m', 'kW', 'V'] }).scales).toEqual(['ticks of y m', 'ticks of y kW'])
  })

  it('go with the last visible series of their unit', () => {
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [0] }).scales).toEqual(['ticks of y m', 'ticks of y kW'])
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [0, 1] }).scales).toEqual(['ticks of y kW'])
    expect(draw({ units: ['m', 'kW'], hidden: [0, 1] }).scales).toEqual([])
  })

  it('give their place to the next unit', () => {
    expect(draw({ units: ['m', 'kW', 'V'], hidden: [1] }).scales).toEqual(['ticks of y m', 'ticks of y V'])
  })

  it('have the colour of their series when they belong to one alone', () => {
    expect(draw({ units: ['m', 'm', 'kW'] }).colours).toEqual(['grey', 'colour 2'])
    expect(draw({ units: ['m', 'm', 'kW'], hidden: [1] }).colours).toEqual(['colour 0', 'colour 2'])
    expect(draw({ units: ['m', 'kW'], hidden: [1] }).colours).toEqual(['grey'])
  })
})
