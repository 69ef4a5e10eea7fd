/**
 * The locale, as BCP 47 has it, of dates and numbers that are formatted without one: that of the page in the browser, English elsewhere.
 * The server formats for many people and names the locale of each.
 */
let page = 'en'

type Direction = 'ltr' | 'rtl'
let written: Direction = 'ltr'

/** Once, before the page shows anything. */
export function setPageLocale(locale: string, direction: Direction = 'ltr'): void {
  page = locale
  written = direction
}

export function pageLocale(): string {
  return page
}

/** From left to right elsewhere than in the browser. */
export function pageDirection(): Direction {
  return written
}

/** English is alike in all regions: days before months (British), and numbers as in `1,234.5`. */
export function isEnglish(locale: string): boolean {
  return locale === 'en' || locale.startsWith('en-')
}

export function toNumberLocale(locale: string): string {
  return isEnglish(locale) ? 'en-US' : locale
}

/** Between the digits of a number: a comma in most of Europe. */
export function decimalSeparator(locale: string = pageLocale()): string {
  return (1.5).toLocaleString(toNumberLocale(locale)).charAt(1)
}
