import { AsYouType } from 'libphonenumber-js/min'
import type { PhoneFormatter } from './phone-formatter.ts'

/** The formats of libphonenumber. */
export const libraryFormatter: PhoneFormatter = {
  write: (typed, country) => new AsYouType(country).input(typed),

  read(typed, country) {
    const writer = new AsYouType(country)
    writer.input(typed)
    return writer.getNumberValue() ?? ''
  },

  split(number) {
    const writer = new AsYouType()
    writer.input(number)
    return {
      country: writer.getCountry(),
      national: writer.getNumber()?.formatNational() ?? '',
    }
  },
}
