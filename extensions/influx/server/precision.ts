import { say } from '@fieldwatch/messages/server-sentences'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'

/** What the digits of a time count. InfluxDB 1 writes `n` and `u` for `ns` and `us`. */
const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])
/** How many digits are cut off of times finer than a millisecond. */
const CUT_DIGITS: ReadonlyMap<string, number> = new Map([
  ['ns', 6],
  ['n', 6],
  ['us', 3],
  ['u', 3],
  ['µ', 3],
])

/** Reads the digits of a time as epoch milliseconds. */
export type ReadTime = (digits: string) => number

/**
 * How times of a precision are read; without one they count nanoseconds.
 * @throws DomainError request/invalid
 */
export function timesIn(precision: string | undefined): ReadTime {
  const name = precision === undefined || precision === '' ? 'ns' : precision
  const factor = MILLISECONDS.get(name)
  if (factor !== undefined) return (digits) => Number(digits) * factor
  const cut = CUT_DIGITS.get(name)
  if (cut === undefined) {
    throw new DomainError('request/invalid', { message: say('answers.door.precision') })
  }
  return (digits) => (digits.startsWith('-') ? -1 : Number(digits.slice(0, -cut)))
}
