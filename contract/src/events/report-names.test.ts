import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nameOfReport, reportFileName } from './report-names.ts'

describe('the name of a report', () => {
  // spec 2-3-12
  it('is kept in lower case, with underscores for whitespace', () => {
    assert.equal(nameOfReport('  Hours  Above\tLimit '), 'hours_above_limit')
  })

  // spec 2-5-23
  it('makes the name of its file behind the dataID', () => {
    assert.equal(reportFileName('Pump-7.a', 'hours_above 20°'), 'Pump-7.a_hours_above_20_')
  })

  it('never leads a file out of its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        assert.match(reportFileName('pump', name), /^pump_[a-z0-9_]*$/)
      }),
    )
  })
})
