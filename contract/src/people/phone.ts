import { z } from 'zod'

/** The message for an invalid number (specification, document 2, sections 5 and 8). */
export const PHONE_INVALID = 'fields.phone'

export const PHONE_MIN_DIGITS = 7
export const PHONE_MAX_DIGITS = 15

/** How many characters a phone input takes, those that only format included. */
export const PHONE_INPUT_MAX_LENGTH = 20

/** The countries that the phone input offers, by their ISO 3166 codes, with their dial codes. */
export const PHONE_COUNTRIES = [
  { country: 'US', name: 'United States', dialCode: '1' },
  { country: 'CA', name: 'Canada', dialCode: '1' },
  { country: 'AU', name: 'Australia', dialCode: '61' },
  { country: 'BR', name: 'Brazil', dialCode: '55' },
  { country: 'DK', name: 'Denmark', dialCode: '45' },
  { country: 'FR', name: 'France', dialCode: '33' },
  { country: 'DE', name: 'Germany', dialCode: '49' },
  { country: 'IN', name: 'India', dialCode: '91' },
  { country: 'IE', name: 'Ireland', dialCode: '353' },
  { country: 'IT', name: 'Italy', dialCode: '39' },
  { country: 'JP', name: 'Japan', dialCode: '81' },
  { country: 'MX', name: 'Mexico', dialCode: '52' },
  { country: 'NL', name: 'Netherlands', dialCode: '31' },
  { country: 'NZ', name: 'New Zealand', dialCode: '64' },
  { country: 'NO', name: 'Norway', dialCode: '47' },
  { country: 'ES', name: 'Spain', dialCode: '34' },
  { country: 'SE', name: 'Sweden', dialCode: '46' },
  { country: 'CH', name: 'Switzerland', dialCode: '41' },
  { country: 'GB', name: 'United Kingdom', dialCode: '44' },
] as const

export type PhoneCountry = (typeof PHONE_COUNTRIES)[number]['country']

export const DEFAULT_PHONE_COUNTRY: PhoneCountry = 'US'

/**
 * The digits of a number. Spaces, dashes, parentheses and a plus before all else are ignored; undefined when anything else is
 * in it.
 */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/^\s*\+/, '').replaceAll(/[\s()-]/g, '')
  return /^\d*$/.test(digits) ? digits : undefined
}

/** Whether a number with its dial code is valid: 7 to 15 digits, and for a known country at least 7 without the dial code. */
export function isPhoneNumber(text: string): boolean {
  const digits = phoneDigits(text)
  if (digits === undefined) return false
  return withoutDialCode(digits).length >= PHONE_MIN_DIGITS && digits.length <= PHONE_MAX_DIGITS
}

/** A number with its dial code, in whatever way it is written; parsed to a plus and its digits, such as `+14155550123`. */
export const PhoneNumber = z
  .string()
  .max(40, PHONE_INVALID)
  .refine(isPhoneNumber, PHONE_INVALID)
  .transform((text) => `+${phoneDigits(text) ?? ''}`)

function withoutDialCode(digits: string): string {
  // No dial code is the beginning of another, so at most one matches.
  const known = PHONE_COUNTRIES.find(({ dialCode }) => digits.startsWith(dialCode))
  return known === undefined ? digits : digits.slice(known.dialCode.length)
}
