import type { PhoneCountry } from '@fieldwatch/contract/people/phone'

/** What the numbers of countries look like. */
export interface PhoneFormatter {
  /** Writes what was typed so far the way its country does; with a plus at the start, the international way. */
  write: (typed: string, country: PhoneCountry) => string
  /** The number with its dial code, such as `+14155550123`, of what was typed; empty when there is no digit in it. */
  read: (typed: string, country: PhoneCountry) => string
  /** Takes a number with its dial code apart. `country` is undefined when the number does not tell. */
  split: (number: string) => { country: string | undefined; national: string }
}
