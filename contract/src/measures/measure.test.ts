import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createMeasures, sentMeasures } from './measure.ts'
import { MeasurePreference, preferenceOf } from './measure-preference.ts'
import { UNITS_OF_MEASURE } from './units-of-measure.ts'

const american = createMeasures({ system: 'US' })
const metric = createMeasures({ system: 'metric' })

describe('a measure', () => {
  for (const [measures, sent, value, shown, text] of [
    [american, '°C', 38, 100.4, '°F'],
    [american, '°C', 0, 32, '°F'],
    [american, 'bar', 1, 14.503773773, 'psi'],
    [american, 'barg', 2, 29.007547546, 'psig'],
    [american, 'm³/h', 1, 4.4028675393, 'gal/min'],
    [american, 'km/h', 100, 62.1371192237, 'mph'],
    [american, 'mm', 25.4, 1, 'in'],
    [american, '°C/h', 5, 9, '°F/h'],
    [american, 'Δ°C', 5, 9, 'Δ°F'],
    [american, 'mm/h', 25.4, 1, 'in/h'],
    [metric, '°F', 100.4, 38, '°C'],
    [metric, 'psi', 14.5, 0.999739807509, 'bar'],
    [metric, 'gpm', 1, 3.785411784, 'l/min'],
  ] as const) {
    it(`shows ${value} ${sent} as ${shown} ${text}`, () => {
      const measure = measures(sent)
      assert.deepEqual([measure.value(value), measure.unit], [shown, text])
      assert.equal(measure.sent(shown).toPrecision(11), value.toPrecision(11))
    })
  }

  it('is as sent unless something else is preferred, and where the text is not certain', () => {
    for (const [measures, unit] of [
      [sentMeasures, '°F'],
      [metric, '°C'],
      [american, 'C'],
      [american, '%'],
      [american, undefined],
    ] as const) {
      const measure = measures(unit)
      assert.deepEqual([measure.unit, measure.isConverted, measure.value(7), measure.sent(7)], [unit, false, 7, 7])
    }
  })

  it('stores exactly 38 °C for 100.4 °F', () => {
    assert.equal(american('°C').sent(100.4), 38)
  })

  it('converts a difference without the zero of the scale', () => {
    assert.equal(american('°C').difference(5), 9)
    assert.equal(american('bar').difference(1), american('bar').value(1))
  })

  it('keeps the resolution of decimals', () => {
    assert.deepEqual(
      [
        american('°C').decimals(1),
        american('mm').decimals(0),
        american('bar').decimals(2),
        american('kPa').decimals(1),
      ],
      [1, 2, 1, 2],
    )
  })

  it('follows single dimensions before the system', () => {
    const mixed = createMeasures({ system: 'US', dimensions: { temperature: 'sent', pressure: 'kPa' } })
    assert.deepEqual([mixed('°C').unit, mixed('bar').unit, mixed('m').unit], ['°C', 'kPa', 'ft'])
    assert.equal(mixed('psig').unit, 'kPag')
  })

  it('leads back to what was entered close to a zero of another scale', () => {
    const measure = metric('kelvin')
    assert.equal(measure.value(measure.sent(-0.01)), -0.01)
  })

  it('leads back to what was entered, whatever it is', () => {
    const entered = fc.integer({ min: -99_999_999, max: 99_999_999 })
    const digits = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...UNITS_OF_MEASURE), entered, digits, ({ text }, whole, decimals) => {
        const shown = whole / 10 ** decimals
        for (const measures of [american, metric]) {
          const measure = measures(text)
          assert.equal(measure.value(measure.sent(shown)), shown)
        }
      }),
    )
  })
})

describe('a preference', () => {
  it('is the own one, else that of the entity, else as sent', () => {
    assert.deepEqual(preferenceOf({ system: 'metric' }, { system: 'US' }), { system: 'metric' })
    assert.deepEqual(preferenceOf(null, { system: 'US' }), { system: 'US' })
    assert.deepEqual(preferenceOf(null, null), { system: 'sent' })
  })

  it('names units of measure of the dimension only', () => {
    assert.ok(MeasurePreference.safeParse({ system: 'US', dimensions: { pressure: 'kPa' } }).success)
    for (const wrong of [
      { system: 'imperial' },
      { system: 'US', dimensions: { pressure: '°C' } },
      { system: 'US', dimensions: { loudness: 'dB' } },
      {},
    ])
      assert.ok(!MeasurePreference.safeParse(wrong).success)
  })
})
