const QUOTE = 34
const PLUS = 43
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
const LAST_PRINTABLE = 126

/** So many digits make an integer that a double holds exactly, and dividing it by an exact power of ten rounds correctly. */
const EXACT_DIGITS = 15
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent)
const LONGEST_NUMBER = 64
/** Smaller numbers are written with an exponent. */
const LEAST_WITHOUT_EXPONENT = 1e-6

const FIRST_LETTER = 97

interface Literal {
  readonly text: Buffer
  readonly value: boolean | null
}

const LITERALS: readonly Literal[] = [
  { text: Buffer.from('true'), value: true },
  { text: Buffer.from('false'), value: false },
  { text: Buffer.from('null'), value: null },
]

/**
 * Scans simple JSON byte by byte: strings are printable ASCII without escapes. What it reads equals what `JSON.parse` reads;
 * anything else is reported as not plain. It is a class so that all scanners share optimised code.
 */
export class PlainScanner {
  readonly #bytes: Buffer
  #position = 0
  #isAsWritten = false

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get position(): number {
    return this.#position
  }

  /** Whether the number that was read last is written as `JSON.stringify` writes it. It may report false for one that is. */
  get isAsWritten(): boolean {
    return this.#isAsWritten
  }

  /** Goes back to a position. */
  goTo(position: number): void {
    this.#position = position
  }

  /** The first byte of what comes next; 0 at the end. */
  next(): number {
    let byte = this.#at(this.#position)
    while (byte === 32 || byte === 10 || byte === 13 || byte === 9) {
      this.#position += 1
      byte = this.#at(this.#position)
    }
    return byte
  }

  /** Consumes a byte and the whitespace before it. */
  take(byte: number): boolean {
    if (this.next() !== byte) return false
    this.#position += 1
    return true
  }

  /** Consumes exactly this text. */
  takeExactly(text: Uint8Array): boolean {
    const bytes = this.#bytes
    const start = this.#position
    for (let index = 0; index < text.length; index += 1) if (bytes[start + index] !== text[index]) return false
    this.#position = start + text.length
    return true
  }

  isAtEnd(): boolean {
    this.next()
    return this.#position >= this.#bytes.length
  }

  takeString(): string | undefined {
    const start = this.next() === QUOTE ? this.#position + 1 : 0
    return this.passString() ? this.#bytes.toString('latin1', start, this.#position - 1) : undefined
  }

  /** Consumes a string. */
  passString(): boolean {
    if (this.next() !== QUOTE) return false
    let place = this.#position + 1
    for (let byte = this.#at(place); byte !== QUOTE; byte = this.#at(place)) {
      if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE || byte === BACKSLASH) return false
      place += 1
    }
    this.#position = place + 1
    return true
  }

  /** Consumes one of the words; undefined when none comes next. */
  takeLiteral(): Literal | undefined {
    const first = this.next()
    const literal = LITERALS.find((one) => one.text[0] === first)
    return literal !== undefined && this.takeExactly(literal.text) ? literal : undefined
  }

  /** Consumes a string, a number or a word. */
  passScalar(): boolean {
    const first = this.next()
    if (first === QUOTE) return this.passString()
    return first >= FIRST_LETTER ? this.takeLiteral() !== undefined : !Number.isNaN(this.takeNumber())
  }

  /** Consumes a number; NaN when there is none, or it is beyond the range of a double. */
  takeNumber(): number {
    const isNegative = this.next() === MINUS
    const start = isNegative ? this.#position + 1 : this.#position
    const bytes = this.#bytes
    let place = start
    let digits = 0
    let byte = bytes[place] ?? 0
    for (; byte >= ZERO && byte <= NINE; byte = bytes[place] ?? 0) {
      digits = digits * 10 + (byte - ZERO)
      place += 1
    }
    const whole = place - start
    if (whole === 0 || (whole > 1 && bytes[start] === ZERO)) return Number.NaN
    let decimals = 0
    if (byte === POINT) {
      const point = place
      place += 1
      for (byte = bytes[place] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[place] ?? 0) {
        digits = digits * 10 + (byte - ZERO)
        place += 1
      }
      decimals = place - point - 1
      if (decimals === 0) return Number.NaN
    }
    if (byte === 101 || byte === 69) return this.#takeLong(this.#endOfExponent(place))
    if (place - start > EXACT_DIGITS) return this.#takeLong(place)
    this.#position = place
    const value = decimals === 0 ? digits : digits / (POWERS[decimals] as number)
    this.#isAsWritten =
      decimals === 0
        ? !isNegative || digits > 0
        : bytes[place - 1] !== ZERO && (whole > 1 || value >= LEAST_WITHOUT_EXPONENT)
    return isNegative ? -value : value
  }

  #at(place: number): number {
    return this.#bytes[place] ?? 0
  }

  #endOfDigits(from: number): number {
    let place = from
    for (let byte = this.#at(place); byte >= ZERO && byte <= NINE; byte = this.#at(place)) place += 1
    return place
  }

  /** The position behind an exponent; 0 when it has no digits. */
  #endOfExponent(from: number): number {
    const sign = this.#at(from + 1)
    const digits = sign === MINUS || sign === PLUS ? from + 2 : from + 1
    const end = this.#endOfDigits(digits)
    return end === digits ? 0 : end
  }

  /** Parses a number with many digits or an exponent, up to a position. */
  #takeLong(end: number): number {
    const start = this.#position
    this.#isAsWritten = false
    if (end === 0 || end - start > LONGEST_NUMBER) return Number.NaN
    this.#position = end
    const value = Number(this.#bytes.toString('latin1', start, end))
    return Number.isFinite(value) ? value : Number.NaN
  }
}
