import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { describe, expect, it } from 'vitest'
import { valueText } from './report-reader.ts'

const reader = { timeFormat: '24Hour', measures: sentMeasures } as const

describe('a value of an incident', () => {
  it('is written as everywhere else: small ones with their digits, converted for the reader', () => {
    expect(valueText(0.000_02, 'mol', reader)).toBe('0.00002 mol')
    expect(valueText(38, '°C', { ...reader, measures: createMeasures({ system: 'US' }) })).toBe('100.4 °F')
    expect(valueText(38, null, reader)).toBe('38')
    expect(valueText(null, '°C', reader)).toBe('–')
  })
})
