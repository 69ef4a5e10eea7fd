import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sentMeasures } from '../measures/measure.ts'
import { measuredText } from './measured-text.ts'
import { setPageLocale } from './text-locale.ts'
import { withUnit } from './with-unit.ts'

describe('a number beside its unit of measure', () => {
  afterEach(() => setPageLocale('en'))

  it('is one text, without a space where there is no unit', () => {
    assert.deepEqual([withUnit('12', '°C'), withUnit('12', undefined), withUnit('12', '')], ['12 °C', '12', '12'])
  })

  it('stays in its order on a page from right to left', () => {
    setPageLocale('en', 'rtl')
    assert.equal(withUnit('12', '°C'), '\u206612 °C\u2069')
    assert.equal(measuredText(12, sentMeasures('°C')), '\u206612 °C\u2069')
    assert.equal(withUnit('12', undefined), '12')
  })
})
