import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { recogniseUnit, suggestedUnits } from './recognise-unit.ts'
import { UNITS_OF_MEASURE } from './units-of-measure.ts'

describe('the text of a unit of measure', () => {
  for (const [texts, dimension, meant] of [
    ['°C,degC,ºC,℃,Celsius,deg C', 'temperature', '°C'],
    ['bar,Bar,BAR', 'pressure', 'bar'],
    ['mbar', 'pressure', 'mbar'],
    ['kPa,kpa', 'pressure', 'kPa'],
    ['psi,PSI,lbf/in²', 'pressure', 'psi'],
    ['m³/h,m3/h,m^3/h,m³ / h,m3 per hour,m3/hr', 'volume flow', 'm³/h'],
    ['l/min,L/min,lpm,LPM', 'volume flow', 'l/min'],
    ['km/h,kmh,KPH', 'speed', 'km/h'],
    ['gpm,GPM,gal/min', 'volume flow', 'gal/min'],
    ['mm', 'length', 'mm'],
    ['m', 'length', 'm'],
  ] as const) {
    it(`reads ${texts} as ${meant}`, () => {
      for (const text of texts.split(',')) {
        const { unit, kind } = recogniseUnit(text) ?? {}
        assert.deepEqual([unit?.dimension, unit?.text, kind], [dimension, meant, 'reading'], text)
      }
    })
  }

  it('is not guessed where it has several meanings or none', () => {
    for (const text of [
      'C',
      'F',
      'K',
      't',
      'ton',
      '%',
      'V',
      'mV',
      'A',
      'Hz',
      'pH',
      'mPa',
      'Mm',
      'MM',
      'min',
      'mg',
      '',
      ' ',
      'constructor',
      'Δ',
      '/h',
    ])
      assert.equal(recogniseUnit(text), undefined, text)
  })

  it('comes with suggestions where it has several meanings', () => {
    assert.deepEqual(suggestedUnits('C'), ['°C', 'Δ°C'])
    assert.deepEqual(suggestedUnits('°C'), [])
    for (const text of ['C', 'F', 'K', 't', 'ton'])
      for (const suggested of suggestedUnits(text)) assert.ok(recogniseUnit(suggested), suggested)
  })

  it('may be a difference or a rate of change', () => {
    for (const text of ['Δ°C', 'ΔK', '°C/h', 'K/h', 'C/min', 'mm/h', 'bar/d'])
      assert.equal(recogniseUnit(text)?.kind, 'difference', text)
  })

  it('distinguishes gauge pressure from absolute pressure', () => {
    const [psi] = UNITS_OF_MEASURE.filter(({ text }) => text === 'psi')
    const [inHg] = UNITS_OF_MEASURE.filter(({ text }) => text === 'inHg')
    assert.ok(psi && inHg)
    for (const text of ['barg', 'bar(g)', 'bar (g)', 'bar gauge'])
      assert.equal(recogniseUnit(text)?.textWith(psi), 'psig', text)
    for (const text of ['bara', 'kPa(a)', 'bar absolute'])
      assert.equal(recogniseUnit(text)?.textWith(psi), 'psia', text)
    assert.equal(recogniseUnit('kPag')?.textWith(inHg), 'inHg gauge')
  })

  it('is recognised as it is offered and shown', () => {
    for (const unit of UNITS_OF_MEASURE) {
      assert.equal(recogniseUnit(unit.text)?.unit, unit, unit.text)
      for (const spelling of [...unit.symbols, ...unit.names])
        assert.equal(recogniseUnit(spelling)?.unit, unit, spelling)
    }
  })

  it('may be any text', () => {
    fc.assert(fc.property(fc.string(), (text) => (recogniseUnit(text)?.unit.text ?? '').length < 20))
  })
})
