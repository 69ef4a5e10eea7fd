import {
  isPhoneNumber,
  PHONE_COUNTRIES,
  PHONE_INPUT_MAX_LENGTH,
  type PhoneCountry,
} from '@fieldwatch/contract/people/phone'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { libraryFormatter as formatter } from './library-formatter.ts'
import { editPhone, formatPhone, pastePhone, phoneOf, type PhoneText, settlePhone, showPhone } from './phone-text.ts'

const empty = (country: PhoneCountry): PhoneText => ({ country, text: '' })

/** Types at the end, one character after the other. */
function type(characters: string, start: PhoneText): PhoneText {
  return Array.from(characters).reduce((before, character) => {
    const typed = before.text + character
    return editPhone(before, { typed, caret: typed.length, forward: false }, formatter).phone
  }, start)
}

function pressBackspace(before: PhoneText, caret = before.text.length): { phone: PhoneText; caret: number } {
  const typed = before.text.slice(0, caret - 1) + before.text.slice(caret)
  return editPhone(before, { typed, caret: caret - 1, forward: false }, formatter)
}

const country = fc.constantFrom(...PHONE_COUNTRIES.map((known) => known.country))
const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 24 })
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

describe('a phone number that is typed', () => {
  // spec 2-5-34
  it.each<[PhoneCountry, string, string, string]>([
    ['US', '4155550123', '(415) 555-0123', '+14155550123'],
    ['US', '14155550123', '1 (415) 555-0123', '+14155550123'],
    ['US', '415x555.0123', '(415) 555-0123', '+14155550123'],
    ['CA', '4165550123', '(416) 555-0123', '+14165550123'],
    ['GB', '07911123456', '07911 123456', '+447911123456'],
    ['SE', '0701234567', '070-123 45 67', '+46701234567'],
    ['FR', '0612345678', '06 12 34 56 78', '+33612345678'],
    ['BR', '11987654321', '(11) 98765-4321', '+5511987654321'],
    ['IT', '3123456789', '312 345 6789', '+393123456789'],
    ['JP', '09012345678', '090-1234-5678', '+819012345678'],
  ])('is written the way of %s: %s as %s', (where, typed, text, number) => {
    const phone = type(typed, empty(where))

    expect(phone).toEqual({ country: where, text })
    expect(phoneOf(phone, formatter)).toBe(number)
  })

  it('finds its country when it starts with a plus', () => {
    expect(type('+46701234567', empty('US'))).toEqual({ country: 'SE', text: '+46 70 123 45 67' })
    expect(type('+14165550123', empty('US')).country).toBe('CA')
  })

  it('keeps the chosen country when its own is not offered', () => {
    const phone = type('+358401234567', empty('DK'))

    expect(phone).toEqual({ country: 'DK', text: '+358 40 1234567' })
    expect(phoneOf(phone, formatter)).toBe('+358401234567')
  })

  it('leaves its dial code to the country when it is complete', () => {
    expect(settlePhone(type('+46701234567', empty('US')), formatter)).toEqual({ country: 'SE', text: '070-123 45 67' })
    expect(settlePhone(type('+4670', empty('US')), formatter).text).toBe('+46 70')
  })

  // spec 2-5-33
  it('has at most 20 characters, all of them digits or format, and loses no digit before that', () => {
    fc.assert(
      fc.property(country, digits, (where, typed) => {
        const { text } = type(typed, empty(where))

        expect(text.length).toBeLessThanOrEqual(PHONE_INPUT_MAX_LENGTH)
        expect(text).toMatch(/^[\d ()./-]*$/)
        expect(typed.startsWith(digitsOf(text))).toBe(true)
        expect(digitsOf(text).length).toBeGreaterThanOrEqual(Math.min(typed.length, 10))
      }),
    )
  })

  it('loses one digit with every backspace', () => {
    fc.assert(
      fc.property(country, digits, (where, typed) => {
        const before = type(typed, empty(where))

        const { phone } = before.text === '' ? { phone: before } : pressBackspace(before)

        expect(digitsOf(phone.text)).toBe(digitsOf(before.text).slice(0, -1))
      }),
    )
  })

  it('keeps the caret behind the digit that it stood behind', () => {
    const before = type('4155550123', empty('US'))

    const inserted = editPhone(before, { typed: '(4915) 555-0123', caret: 3, forward: false }, formatter)
    const deleted = pressBackspace(before, '(415) '.length)

    expect(inserted.phone.text.slice(0, inserted.caret)).toMatch(/^\D*4\D*9$/)
    expect(deleted.phone.text).toBe('(415) 550-123')
    expect(deleted.phone.text.slice(0, deleted.caret)).toBe('(41')
  })

  it('loses the digit behind a format that is deleted forwards', () => {
    const before = type('4155550123', empty('US'))

    const { phone } = editPhone(before, { typed: '(415 555-0123', caret: 4, forward: true }, formatter)

    expect(digitsOf(phone.text)).toBe('415550123')
  })
})

describe('a phone number that is pasted', () => {
  it.each([
    ['+46 (0)70-123 45 67', { country: 'SE', text: '070-123 45 67' }],
    ['0046701234567', { country: 'SE', text: '070-123 45 67' }],
    [' +1 415 555 0123 ', { country: 'US', text: '(415) 555-0123' }],
    ['+358 40 1234567', { country: 'GB', text: '+358 40 1234567' }],
  ])('brings its country along: %s', (pasted, phone) => {
    expect(pastePhone(pasted, { country: 'GB', text: '07911' }, formatter)).toEqual(phone)
  })

  it('is typed like any other when it does not tell its country', () => {
    expect(pastePhone('070-123 45 67', empty('SE'), formatter)).toBeUndefined()
  })
})

describe('a phone number that is kept', () => {
  it('is shown in its country, and is still the same number', () => {
    const kept = fc
      .tuple(fc.constantFrom(...PHONE_COUNTRIES), fc.integer({ min: 2_000_000, max: 9_999_999_999 }))
      .map(([{ dialCode }, national]) => `+${dialCode}${national}`)
      // What its country does not have at all may read as another number.
      .filter((number) => isPhoneNumber(number) && formatter.read(number, 'US') === number)
    fc.assert(
      fc.property(kept, (number) => {
        const shown = showPhone(number, formatter)

        const { dialCode } = PHONE_COUNTRIES.find((known) => known.country === shown.country) ?? { dialCode: '?' }
        expect(number.startsWith(`+${dialCode}`)).toBe(true)
        expect(phoneOf(shown, formatter)).toBe(number)
      }),
    )
  })

  it('shows nothing but the usual country when there is none', () => {
    expect(showPhone('', formatter)).toEqual({ country: 'US', text: '' })
  })

  it('is read out the international way', () => {
    expect(formatPhone('+14155550123', formatter)).toBe('+1 415 555 0123')
  })
})
