/** Numbers of records hidden in their first value, so that the page can be asked which record it shows. */

const BASE = 50
const STEP = 1000

/** The first value of the record with this number: one of those the sensor could show. */
export function markOf(number: number): number {
  return BASE + number / STEP
}

/** Reads the number back from the text of a legend, in a page; -1 where there is none. Charts of a page count by the last. */
export const READ_MARK = `() => {
  const texts = [...document.querySelectorAll('li:first-child [data-value]')].map((value) => value.textContent)
  return Math.min(...texts.map((text) => (/\\d/.test(text) ? Math.round((Number(text.replaceAll(',', '')) - ${BASE}) * ${STEP}) : -1)))
}`
