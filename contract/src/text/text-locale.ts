/**
 * The locale, as BCP 47 has it, of dates and numbers that are formatted without one: that of the page in the browser, English elsewhere.
 * The server formats for many people and names the locale of each.
 */
let page = 'en'

/** Once, before the page shows anything. */
export function setPageLocale(locale: string): void {
  page = locale
}

export function pageLocale(): string {
  return page
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
