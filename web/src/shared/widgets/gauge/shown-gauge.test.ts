import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { Gauge } from '@fieldwatch/contract/widgets/gauge'
import { describe, expect, it } from 'vitest'
import { shownGauge } from './shown-gauge.ts'

const gauge = Gauge.parse({
  title: 'Air',
  range: [0, 50],
  unit: '°C',
  steps: [{ range: [30, 50], color: '#ff0000' }],
  delta: 20,
  threshold: 38,
  source: 'room',
  field: 'temp',
  valuePrecision: 1,
})
const value = { kind: 'value', value: 10, at: 0 } as const

describe('a gauge', () => {
  it('has its value, range, steps and marks in one unit of measure', () => {
    const shown = shownGauge({ gauge, value }, createMeasures({ system: 'US' })('°C'))

    expect(shown.value).toEqual({ kind: 'value', value: 50, at: 0 })
    expect(shown.gauge).toMatchObject({
      unit: '°F',
      range: [32, 122],
      steps: [{ range: [86, 122], color: '#ff0000' }],
      delta: 68,
      threshold: 100.4,
      valuePrecision: 1,
    })
  })

  it('is as sent unless something else is preferred', () => {
    expect(shownGauge({ gauge, value }, sentMeasures('°C'))).toEqual({ gauge, value })
  })

  it('keeps the state of a value that is not there, and words', () => {
    const american = createMeasures({ system: 'US' })('°C')

    expect(shownGauge({ gauge, value: { kind: 'none' } }, american).value).toEqual({ kind: 'none' })
    expect(shownGauge({ gauge, value: { ...value, value: 'off' } }, american).value).toEqual({ ...value, value: 'off' })
  })
})
