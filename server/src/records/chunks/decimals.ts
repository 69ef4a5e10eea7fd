import { INTEGER_LIMIT } from './integers.ts'

interface ScaledIntegers {
  /** The power of ten by which the integers are divided. */
  digits: number
  integers: Float64Array
  /** Indices, ascending, where the quotient differs from the value; the integer repeats its neighbour there. */
  exceptions: number[]
}

/** 10^22 is the last power of ten that a double holds exactly; a quotient of two exact doubles is rounded correctly. */
const MOST_DIGITS = 15
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, digits) => 10 ** digits)

/** An exception takes as much room as several dozen other values. */
const EXCEPTIONS_ALLOWED = 1 / 32
const SAMPLE = 512
const PIECE_SAMPLE = 64

/**
 * Integers over the smallest power of ten that gives back the values bit for bit, but for a few exceptions; undefined when
 * too many values are no such decimals.
 */
export function scaleToIntegers(values: Float64Array): ScaledIntegers | undefined {
  const digits = commonDigits(values, Math.ceil(values.length / SAMPLE))
  const scaled = digits === undefined ? undefined : scaleBy(values, digits)
  if (scaled !== undefined) return scaled
  if (values.length <= SAMPLE) return undefined
  const thorough = commonDigits(values, 1)
  return thorough === undefined || thorough === digits ? undefined : scaleBy(values, thorough)
}

/** The fewest digits that give back nearly all of a few values, judged by a sample; undefined when too many are no decimals. */
export function digitsNeeded(values: Float64Array): number | undefined {
  return commonDigits(values, Math.ceil(values.length / PIECE_SAMPLE))
}

/** The fewest digits that give back every value, NaN left aside; undefined when some value is no decimal. */
export function digitsOfAll(values: Float64Array): number | undefined {
  let digits = 0
  for (const value of values) {
    if (Number.isNaN(value) || value === 0) continue
    while (!isExact(value, Math.round(value * (POWERS[digits] ?? 1)), POWERS[digits] ?? 1)) {
      digits += 1
      if (digits > MOST_DIGITS) return undefined
    }
  }
  return digits
}

/** The fewest digits that suffice for all but the allowed exceptions among every `stride`-th value. */
function commonDigits(values: Float64Array, stride: number): number | undefined {
  const needed = new Uint32Array(MOST_DIGITS + 2)
  let seen = 0
  for (let index = 0; index < values.length; index += stride) {
    const digits = digitsOf(values[index] ?? 0)
    needed[digits] = (needed[digits] ?? 0) + 1
    seen += 1
  }
  let missing = seen
  for (let digits = 0; digits <= MOST_DIGITS; digits += 1) {
    missing -= needed[digits] ?? 0
    if (missing <= seen * EXCEPTIONS_ALLOWED) return digits
  }
  return undefined
}

/** MOST_DIGITS + 1 when the value is not a decimal. */
function digitsOf(value: number): number {
  for (let digits = 0; digits <= MOST_DIGITS; digits += 1) {
    if (isExact(value, Math.round(value * (POWERS[digits] ?? 1)), POWERS[digits] ?? 1)) return digits
  }
  return MOST_DIGITS + 1
}

function isExact(value: number, integer: number, power: number): boolean {
  if (integer > INTEGER_LIMIT || integer < -INTEGER_LIMIT) return false
  return integer / power === value && !(value === 0 && 1 / value < 0)
}

function scaleBy(values: Float64Array, digits: number): ScaledIntegers | undefined {
  const power = POWERS[digits] ?? 1
  const integers = new Float64Array(values.length)
  const exceptions: number[] = []
  const most = values.length * EXCEPTIONS_ALLOWED
  let previous = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    const integer = Math.round(value * power)
    if (isExact(value, integer, power)) previous = integer === 0 ? 0 : integer
    else if (exceptions.push(index) > most) return undefined
    integers[index] = previous
  }
  return { digits, integers, exceptions }
}
