import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasCheckDigit, Iccid, Imei, Imsi, Msisdn, oddNumbers } from './sim-numbers.ts'

const GOOD = '8944501234567890124'

describe('the numbers of a SIM card', () => {
  for (const { shape, name, text, kept } of [
    { shape: Iccid, name: 'ICCID', text: '8944 5012-3456 7890 124', kept: GOOD },
    { shape: Iccid, name: 'ICCID', text: '8944501234567890124F', kept: GOOD },
    { shape: Imsi, name: 'IMSI', text: '234 150 123456789', kept: '234150123456789' },
    { shape: Imsi, name: 'IMSI', text: '', kept: '' },
    { shape: Msisdn, name: 'MSISDN', text: '+44 7700 900123', kept: '+447700900123' },
    { shape: Imei, name: 'IMEI', text: '49-015420-323751-8', kept: '490154203237518' },
  ]) {
    it(`take “${text}” as the ${name} ${kept === '' ? 'of none' : kept}`, () => {
      assert.equal(shape.parse(text), kept)
    })
  }

  for (const { shape, text, sentence } of [
    { shape: Iccid, text: '', sentence: 'fields.iccid' },
    { shape: Iccid, text: '894450123456789O126', sentence: 'fields.iccid' },
    { shape: Imsi, text: '12345', sentence: 'fields.imsi' },
    { shape: Msisdn, text: '123456', sentence: 'fields.msisdn' },
    { shape: Imei, text: '1', sentence: 'fields.imei' },
  ]) {
    it(`refuse “${text}”: ${sentence}`, () => {
      assert.equal(shape.safeParse(text).error?.issues[0]?.message, sentence)
    })
  }

  for (const { numbers, odd } of [
    { numbers: { iccid: GOOD, imei: '490154203237518' }, odd: [] },
    { numbers: { iccid: GOOD, imei: '' }, odd: [] },
    {
      numbers: { iccid: '8944501234567890127' },
      odd: ['fields.iccid-check'],
    },
    {
      numbers: { iccid: '1244501234567890126' },
      odd: ['fields.iccid-odd'],
    },
    {
      numbers: { iccid: GOOD, imei: '490154203237519' },
      odd: ['fields.imei-check'],
    },
  ]) {
    it(`find ${odd.length} things odd about ${JSON.stringify(numbers)}`, () => {
      assert.deepEqual(oddNumbers(numbers), odd)
    })
  }
})

describe('a check digit', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 22 })

  it('exists for any digits, and is one only', () => {
    fc.assert(
      fc.property(digits, (some) => {
        const fitting = Array.from({ length: 10 }, (_, last) => `${some.join('')}${last}`).filter(hasCheckDigit)
        assert.equal(fitting.length, 1)
      }),
    )
  })

  it('detects one wrong digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (some, at, by) => {
        const good = Array.from({ length: 10 }, (_, last) => [...some, last]).find((all) => hasCheckDigit(all.join('')))
        assert.ok(good)
        const place = at % good.length
        const mistyped = good.with(place, ((good[place] ?? 0) + by) % 10)
        assert.equal(hasCheckDigit(mistyped.join('')), false)
      }),
    )
  })
})
