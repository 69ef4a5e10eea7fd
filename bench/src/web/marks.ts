/** Numbers of records hidden in their first value, so that the page can be asked which record it shows. */

/** More than the sensor ever shows, so that no other record is taken for one with a number. */
const BASE = 100
/** The legend shows two decimals of such a value. */
const STEP = 100

/** The first value of the record with this number. */
export function markOf(number: number): number {
  return BASE + number / STEP
}

/**
 * Reads the number back from the legend, in a page; below 0 where the newest record has none. The chart that is furthest
 * behind counts.
 */
export const READ_MARK = `() => {
  const texts = [...document.querySelectorAll('li:first-child [data-value]')].map((value) => value.textContent)
  const numbers = texts.map((text) => (/\\d/.test(text) ? Math.round((Number(text) - ${BASE}) * ${STEP}) : -1))
  return Math.min(...numbers)
}`
