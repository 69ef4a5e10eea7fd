import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { convertReading, UNITS_OF_MEASURE, type UnitOfMeasure } from './units-of-measure.ts'

/** NIST SP 811 (2008), appendix B.8: factors to SI units, to seven digits. */
const NIST: Readonly<Record<string, number>> = {
  bar: 1e5,
  mbar: 1e2,
  psi: 6.894757e3,
  inHg: 3.386389e3,
  mmHg: 1.333224e2,
  inH2O: 2.490889e2,
  mH2O: 9.80665e3,
  atm: 1.01325e5,
  in: 2.54e-2,
  ft: 3.048e-1,
  yd: 9.144e-1,
  mi: 1.609344e3,
  'in²': 6.4516e-4,
  'ft²': 9.290304e-2,
  'mi²': 2.589988e6,
  ha: 1e4,
  gal: 3.785412e-3,
  'fl oz': 2.957353e-5,
  'ft³': 2.831685e-2,
  bbl: 1.589873e-1,
  l: 1e-3,
  lb: 4.535924e-1,
  oz: 2.834952e-2,
  'short ton': 9.071847e2,
  tonne: 1e3,
  'gal/min': 6.30902e-5,
  'gal/d': 4.381264e-8,
  'ft³/min': 4.719474e-4,
  'ft³/s': 2.831685e-2,
  'lb/h': 1.259979e-4,
  'lb/min': 7.559873e-3,
  'lb/s': 4.535924e-1,
  'short ton/h': 2.519958e-1,
  'km/h': 2.777778e-1,
  mph: 4.4704e-1,
  kn: 5.144444e-1,
  'ft/s': 3.048e-1,
  'in/s': 2.54e-2,
  BTU: 1.055056e3,
  kWh: 3.6e6,
  hp: 7.456999e2,
  'BTU/h': 2.930711e-1,
}

function named(text: string): UnitOfMeasure {
  const unit = UNITS_OF_MEASURE.find((one) => one.text === text)
  assert.ok(unit, text)
  return unit
}

describe('the factors of units of measure', () => {
  for (const [text, factor] of Object.entries(NIST)) {
    it(`agree with NIST on ${text}`, () => {
      assert.equal(named(text).factor.toPrecision(7), factor.toPrecision(7))
    })
  }

  it('have the acre of the international foot, which NIST uses since 2023', () => {
    assert.equal(named('acre').factor.toPrecision(11), '4046.8564224')
  })

  for (const [fahrenheit, celsius] of [
    [212, 100],
    [32, 0],
    [-40, -40],
    [-459.67, -273.15],
  ] as const) {
    it(`make ${fahrenheit} °F ${celsius} °C`, () => {
      assert.ok(Math.abs(convertReading(fahrenheit, named('°F'), named('°C')) - celsius) < 1e-12)
      assert.ok(Math.abs(convertReading(celsius, named('°C'), named('kelvin')) - (celsius + 273.15)) < 1e-12)
    })
  }

  it('lead to texts that are units of measure of the same dimension', () => {
    for (const { dimension, us, metric } of UNITS_OF_MEASURE) {
      for (const other of [us, metric])
        assert.equal(other === undefined ? dimension : named(other).dimension, dimension)
    }
  })

  it('keep the order of values, and how differences relate', () => {
    const reading = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...UNITS_OF_MEASURE), reading, reading, (from, one, other) => {
        const to = named(UNITS_OF_MEASURE.find(({ dimension }) => dimension === from.dimension)?.text ?? '')
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        assert.ok(convertReading(low, from, to) <= convertReading(high, from, to))
        const there = convertReading(one, from, to) - convertReading(other, from, to)
        const expected = ((one - other) * from.factor) / to.factor
        assert.ok(
          Math.abs(there - expected) <=
            1e-9 * Math.max(1, Math.abs(there), Math.abs(one), Math.abs(other)) * Math.max(1, from.factor / to.factor),
        )
      }),
    )
  })
})
