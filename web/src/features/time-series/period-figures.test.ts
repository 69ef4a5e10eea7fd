import { createMeasures } from '@fieldwatch/contract/measures/measure'
import { describe, expect, it } from 'vitest'
import { changeText, figureText, shownFigure } from '@fieldwatch/contract/comparisons/shown-figures'
import { thresholdOf } from './period-figures.ts'

const figures = { count: 3, mean: 10, min: 5, max: 20, hoursAbove: 1.5 }
const american = createMeasures({ system: 'US' })

describe('the figures of a period', () => {
  it('are in the unit of measure of their reader, except for readings and hours', () => {
    const fahrenheit = american('°C')

    expect(shownFigure(figures, 'mean', fahrenheit)).toBe(50)
    expect(shownFigure(figures, 'max', fahrenheit)).toBe(68)
    expect(shownFigure(figures, 'count', fahrenheit)).toBe(3)
    expect(shownFigure(figures, 'hoursAbove', fahrenheit)).toBe(1.5)
    expect(shownFigure(null, 'mean', fahrenheit)).toBe(undefined)
    expect(shownFigure({ ...figures, mean: null }, 'mean', fahrenheit)).toBe(undefined)
  })

  it.each([
    [11, 10, '+10%'],
    [9, 10, '-10%'],
    [10, 10, '0%'],
    [-9, -10, '+10%'],
    [1, 0, ''],
    [0, 0, ''],
    [undefined, 10, ''],
    [1, undefined, ''],
    [1e302, -1e-302, ''],
    [1e9, 1, '+1E11%'],
  ])('%s after %s is a change of %s', (shown, compared, text) => {
    expect(changeText({ shown, compared }).replaceAll(/\s/g, '')).toBe(text)
  })

  it('are written like values beside a chart, hours with two decimals', () => {
    expect([
      figureText(1234.567, 'mean'),
      figureText(12_345, 'count'),
      figureText(1.23456, 'hoursAbove'),
      figureText(undefined, 'min'),
    ]).toEqual(['1,234.6', '12,345', '1.23', '–'])
  })

  it('have the chosen threshold, or the limit that the chart shows', () => {
    const line = {
      key: '0 tank.temp 0',
      label: 'Water',
      unit: '°F',
      measure: american('°C'),
      colour: '',
      maxGapMs: 1,
      source: 'tank',
      field: 'temp',
    } as Parameters<typeof thresholdOf>[0]
    const limit = { label: '> 68', value: 68, lines: [1] }

    expect(thresholdOf(line, { index: 1, thresholds: {}, limit })).toBe(20)
    expect(thresholdOf(line, { index: 1, thresholds: { 'tank.temp': 7 }, limit })).toBe(7)
    expect(thresholdOf(line, { index: 0, thresholds: {}, limit })).toBe(undefined)
  })
})
