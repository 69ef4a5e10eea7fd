import { describe, expect, it } from 'vitest'
import { chartAxes, paddingRight } from './chart-axes.ts'
import type { ChartLine } from './chart-line.ts'

function buildLine(unit: string | undefined): ChartLine {
  return { key: String(unit), label: 'Line', unit, colour: 'red', maxGapMs: 1 }
}

function roomOf(width: number, ...units: (string | undefined)[]) {
  const lines = units.map(buildLine)
  const request = {
    lines,
    size: { width, height: 200 },
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
  const axes = chartAxes(request)
  const sizes = axes
    .slice(1)
    .map(({ size, label, labelSize = 0 }) => Number(size) + (label === undefined ? 0 : labelSize))
  return { left: sizes[0], right: sizes[1] ?? paddingRight(request), axes }
}

describe('the room beside a plot', () => {
  it('is 100 px to the left and 85 px to the right, whatever is written there', () => {
    expect(roomOf(1000, 'm')).toMatchObject({ left: 100, right: 85 })
    expect(roomOf(1000, undefined)).toMatchObject({ left: 100, right: 85 })
    expect(roomOf(1000, 'm', 'kW')).toMatchObject({ left: 100, right: 85 })
  })

  it('is less on a phone', () => {
    expect(roomOf(360, 'm')).toMatchObject({ left: 52, right: 12 })
  })
})

describe('the axes of a chart', () => {
  it('are one for time and one for each of the first two units', () => {
    expect(roomOf(1000, 'm', 'm').axes).toHaveLength(2)
    expect(roomOf(1000, 'm', 'kW', 'V').axes).toHaveLength(3)
  })

  it('have the colour of their series when they belong to one alone', () => {
    const { axes } = roomOf(1000, 'm', 'm', 'kW')

    expect(axes.slice(1).map(({ stroke }) => stroke)).toEqual(['grey', 'colour 2'])
  })
})
