import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { describe, expect, it } from 'vitest'
import { valueWords } from './value-format.ts'

const american = createMeasures({ system: 'US' })

describe('a value in words', () => {
  it.each([
    [38, american('°C'), 1, '100.4', '°F'],
    [5, american('mm'), 0, '0.20', 'in'],
    [5, american('mm'), undefined, '0.1969', 'in'],
    [5, sentMeasures('mm'), undefined, '5', 'mm'],
    [12.345, american('%'), undefined, '12.35', '%'],
    [true, american('°C'), undefined, 'Yes', '°F'],
    ['open', american(undefined), undefined, 'open', undefined],
    [null, american('°C'), 1, 'N/A', '°F'],
  ] as const)('writes %s', (value, measure, decimals, text, unit) => {
    expect(valueWords(value, measure, decimals)).toEqual({ text, unit })
  })
})
