import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'

/** A text as it is formatted: itself where it has no variables and no tags, otherwise parsed. */
export type Compiled = string | MessageFormatElement[]

export type Format = (text: Compiled, values?: object) => unknown

/**
 * Formats texts by the rules of a locale. A text with tags becomes a list of its parts, any other one a string.
 * @param locale as BCP 47 has it, such as `de-CH`
 */
export function createFormat(locale: string): Format {
  const formats = new WeakMap<MessageFormatElement[], IntlMessageFormat>()
  const options = { formatters: createFormatters() }
  return (text, values) => {
    if (typeof text === 'string') return text
    let format = formats.get(text)
    if (format === undefined) {
      format = new IntlMessageFormat(text, locale, undefined, options)
      formats.set(text, format)
    }
    return format.format(values as Parameters<IntlMessageFormat['format']>[0])
  }
}

/** Shared by all texts of a locale: creating one costs a hundred times what using it does. */
function createFormatters(): Formatters {
  return {
    getNumberFormat: kept((locales, options) => new Intl.NumberFormat(locales, options)),
    getDateTimeFormat: kept((locales, options) => new Intl.DateTimeFormat(locales, options)),
    getPluralRules: kept((locales, options) => new Intl.PluralRules(locales, options)),
  }
}

function kept<Arguments extends unknown[], Made>(make: (...given: Arguments) => Made): (...given: Arguments) => Made {
  const known = new Map<string, Made>()
  return (...given) => {
    const key = JSON.stringify(given)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(...given)
    known.set(key, made)
    return made
  }
}
