import {
  DEFAULT_PHONE_COUNTRY,
  isPhoneNumber,
  PHONE_COUNTRIES,
  PHONE_INPUT_MAX_LENGTH,
  type PhoneCountry,
} from '@fieldwatch/contract/people/phone'
import type { PhoneFormatter } from './phone-formatter.ts'

/** What a phone input shows. */
export interface PhoneText {
  readonly country: PhoneCountry
  /** In the format of the country; with a plus at the start, in the international one. */
  readonly text: string
}

/** What someone made of the text of an input. */
interface PhoneEdit {
  typed: string
  /** How many of its characters are before the caret. */
  caret: number
  /** Whether what stood behind the caret was deleted, not what stood before it. */
  forward: boolean
}

/** Shows a number with its dial code, or nothing for an empty one. */
export function showPhone(number: string, formatter: PhoneFormatter, usual = DEFAULT_PHONE_COUNTRY): PhoneText {
  if (number === '') return { country: usual, text: '' }
  const { country, national } = formatter.split(number)
  const known = isPhoneCountry(country) ? country : countryByDialCode(number)
  // What is impossible in its country may read as another number there.
  const tells = known !== undefined && formatter.read(national, known) === number
  return tells ? { country: known, text: national } : { country: known ?? usual, text: formatter.write(number, usual) }
}

/** The number with its dial code that an input shows, or an empty text. */
export function phoneOf({ country, text }: PhoneText, formatter: PhoneFormatter): string {
  return formatter.read(text, country)
}

/** The international way to write a number with its dial code, for people to read. */
export function formatPhone(number: string, formatter: PhoneFormatter): string {
  return formatter.write(number, DEFAULT_PHONE_COUNTRY)
}

/** What an input shows after an edit, and the position of the caret then: behind the same digit as before. */
export function editPhone(
  before: PhoneText,
  edit: PhoneEdit,
  formatter: PhoneFormatter,
): { phone: PhoneText; caret: number } {
  const { typed, caret } = withoutDeletedDigit(before.text, edit)
  const text = writeWithin(PHONE_INPUT_MAX_LENGTH, significant(typed), before.country, formatter)
  const country = countryOf(text, formatter) ?? before.country
  return { phone: { country, text }, caret: behindSignificant(text, significant(typed.slice(0, caret)).length) }
}

/** What an input shows of a pasted number that has its country, or undefined when it does not. */
export function pastePhone(pasted: string, before: PhoneText, formatter: PhoneFormatter): PhoneText | undefined {
  const typed = pasted
    .trim()
    .replace(/^00/, '+')
    // Written so for people at home, who dial the zero.
    .replace('(0)', '')
  if (!typed.startsWith('+')) return undefined
  const edit = { typed, caret: typed.length, forward: false }
  return settlePhone(editPhone({ ...before, text: '' }, edit, formatter).phone, formatter)
}

/** Once a number is complete, its dial code is shown with the country alone. */
export function settlePhone(phone: PhoneText, formatter: PhoneFormatter): PhoneText {
  const number = phoneOf(phone, formatter)
  return phone.text.startsWith('+') && isPhoneNumber(number) ? showPhone(number, formatter, phone.country) : phone
}

/** Deleting a character that only formats means the digit beside it. */
function withoutDeletedDigit(before: string, { typed, caret, forward }: PhoneEdit): { typed: string; caret: number } {
  const only = typed.length < before.length && significant(typed) === significant(before)
  if (!only) return { typed, caret }
  const digits = significant(typed)
  const behind = significant(typed.slice(0, caret)).length
  const gone = forward ? behind : behind - 1
  if (gone < 0) return { typed, caret }
  const left = digits.slice(0, gone) + digits.slice(gone + 1)
  return { typed: left, caret: gone }
}

/** The digits, and a plus before them. */
function significant(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return text.trimStart().startsWith('+') ? `+${digits}` : digits
}

function writeWithin(length: number, digits: string, country: PhoneCountry, formatter: PhoneFormatter): string {
  const text = formatter.write(digits, country)
  return text.length <= length ? text : writeWithin(length, digits.slice(0, -1), country, formatter)
}

function behindSignificant(text: string, count: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index
    if (/[\d+]/.test(text.charAt(index))) seen += 1
  }
  return text.length
}

/** The country that an international text is of, as soon as that is known. */
function countryOf(text: string, formatter: PhoneFormatter): PhoneCountry | undefined {
  if (!text.startsWith('+')) return undefined
  const { country } = formatter.split(text)
  return isPhoneCountry(country) ? country : undefined
}

function countryByDialCode(number: string): PhoneCountry | undefined {
  return PHONE_COUNTRIES.find(({ dialCode }) => number.startsWith(`+${dialCode}`))?.country
}

function isPhoneCountry(country: string | undefined): country is PhoneCountry {
  return PHONE_COUNTRIES.some((known) => known.country === country)
}
