import { z } from 'zod'

/** The numbers of a SIM card and its modem as they are typed: spaces and dashes do not count. */

/** The number on the card (ITU-T E.118). The `F` that some systems fill it up with is dropped. */
export const Iccid = number(/^\d{18,22}$/, 'fields.iccid', (text) => text.replace(/(?<!f)f+$/i, ''))

/** The number of the subscription (ITU-T E.212), or nothing. */
export const Imsi = number(/^(\d{14,15})?$/, 'fields.imsi')

/** The phone number of the card (ITU-T E.164), or nothing. */
export const Msisdn = number(/^(\+?\d{7,15})?$/, 'fields.msisdn')

/** The number of the modem that the card is in, or nothing. */
export const Imei = number(/^(\d{14,16})?$/, 'fields.imei')

interface CardNumbers {
  readonly iccid: string
  readonly imei?: string | undefined
}

/** Warnings about accepted numbers: mostly a mistyped digit. */
export function oddNumbers({ iccid, imei }: CardNumbers): string[] {
  const odd: string[] = []
  if (!iccid.startsWith('89')) odd.push('fields.iccid-odd')
  else if (!hasCheckDigit(iccid)) odd.push('fields.iccid-check')
  if (imei?.length === 15 && !hasCheckDigit(imei)) {
    odd.push('fields.imei-check')
  }
  return odd
}

/** Whether the last digit is the check digit of those before it (Luhn, ISO/IEC 7812-1, annex B). */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => total + weigh(Number(digit), place), 0)
  return sum % 10 === 0
}

function weigh(digit: number, place: number): number {
  const weighed = place % 2 === 1 ? digit * 2 : digit
  return weighed > 9 ? weighed - 9 : weighed
}

export function number(pattern: RegExp, sentence: string, clean = (text: string): string => text) {
  return z
    .string()
    .max(64)
    .transform((text) => clean(text.replaceAll(/[\s-]/g, '')))
    .pipe(z.string().regex(pattern, sentence))
}
