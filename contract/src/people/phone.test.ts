import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  DEFAULT_PHONE_COUNTRY,
  isPhoneNumber,
  PHONE_COUNTRIES,
  PHONE_INVALID,
  PHONE_MAX_DIGITS,
  PHONE_MIN_DIGITS,
  phoneDigits,
  PhoneNumber,
} from './phone.ts'

const digits = (constraints: { minLength?: number; maxLength?: number }) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), ...constraints })
const filler = fc.constantFrom('', ' ', '-', '(', ')', ') ', ' - ')

describe('a phone number', () => {
  const table: [text: string, valid: boolean][] = [
    ['+1 (415) 555-0123', true],
    ['14155550123', true],
    ['+46 70-123 45 67', true],
    ['+1 555 0123', true],
    ['+1 555 012', false],
    ['+358 40 1234567', true],
    ['+999 1234', true],
    ['+999 123', false],
    ['+1 4155550123 45678', false],
    ['+44 1234 567890 123', true],
    ['+44 1234 567890 1234', false],
    ['+1 415 555 0123 x9', false],
    ['+1.415.555.0123', false],
    ['1+4155550123', false],
    ['', false],
    ['+', false],
  ]
  for (const [text, valid] of table) {
    // spec 2-5-32, 2-9-05
    it(`${valid ? 'can be' : 'cannot be'} "${text}"`, () => assert.equal(isPhoneNumber(text), valid))
  }

  // spec 2-5-31
  it('ignores spaces, dashes and parentheses at any position', () => {
    fc.assert(
      fc.property(digits({ maxLength: 20 }), fc.array(filler, { minLength: 21, maxLength: 21 }), (number, fillers) => {
        const written = Array.from(number, (digit, index) => `${fillers[index]}${digit}`).join('') + fillers[20]

        assert.equal(phoneDigits(written), number)
        assert.equal(isPhoneNumber(written), isPhoneNumber(number))
      }),
    )
  })

  // spec 2-5-32, 2-9-05
  it('has 7 to 15 digits after the dial code of any country that is offered', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PHONE_COUNTRIES), digits({ maxLength: 16 }), ({ dialCode }, national) => {
        const fits = national.length >= PHONE_MIN_DIGITS && dialCode.length + national.length <= PHONE_MAX_DIGITS

        assert.equal(isPhoneNumber(`+${dialCode}${national}`), fits)
      }),
    )
  })

  it('is kept as a plus and its digits', () => {
    assert.equal(PhoneNumber.parse(' +1 (415) 555-0123'), '+14155550123')
    assert.equal(PhoneNumber.parse('1 415 555 0123'), '+14155550123')
    assert.equal(PhoneNumber.safeParse('12345').error?.issues[0]?.message, PHONE_INVALID)
  })
})

describe('the countries of the phone input', () => {
  // spec 2-9-06
  it('are 19, each once, with the United States to begin with', () => {
    assert.equal(new Set(PHONE_COUNTRIES.map(({ country }) => country)).size, 19)
    assert.equal(DEFAULT_PHONE_COUNTRY, 'US')
  })

  it('have dial codes of which none begins another', () => {
    const codes = [...new Set<string>(PHONE_COUNTRIES.map(({ dialCode }) => dialCode))]

    const clashes = codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))

    assert.deepEqual(clashes, [])
  })
})
