const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * Skips over the values of a JSON text in UTF-8 without parsing them, so that they can be counted and parsed one by one. It looks
 * at each byte once, and does not validate: parsing a value does.
 */
export class JsonWalker {
  readonly #bytes: Buffer
  #position: number

  constructor(bytes: Buffer, from: number) {
    this.#bytes = bytes
    this.#position = from
  }

  /** The first byte of what comes next; 0 at the end. */
  next(): number {
    let byte = this.#bytes[this.#position] ?? 0
    while (byte === 32 || byte === 10 || byte === 13 || byte === 9) {
      this.#position += 1
      byte = this.#bytes[this.#position] ?? 0
    }
    return byte
  }

  /** Consumes a byte and the whitespace before it. */
  take(byte: number): boolean {
    if (this.next() !== byte) return false
    this.#position += 1
    return true
  }

  isAtEnd(): boolean {
    this.next()
    return this.#position >= this.#bytes.length
  }

  /** Skips a value and returns where it begins; the walker is then at its end. */
  pass(): number {
    const first = this.next()
    const start = this.#position
    if (first === QUOTE) this.#passText()
    else if (first === OPEN_OBJECT || first === OPEN_LIST) this.#passNested()
    else this.#passWord()
    return start
  }

  get position(): number {
    return this.#position
  }

  #passText(): void {
    const bytes = this.#bytes
    let place = this.#position + 1
    for (let byte = bytes[place]; byte !== QUOTE && byte !== undefined; byte = bytes[place]) {
      place += byte === BACKSLASH ? 2 : 1
    }
    this.#position = Math.min(place + 1, bytes.length)
  }

  #passNested(): void {
    let depth = 0
    do {
      const byte = this.#bytes[this.#position]
      if (byte === undefined) return
      if (byte === QUOTE) this.#passText()
      else {
        if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
        else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1
        this.#position += 1
      }
    } while (depth > 0)
  }

  #passWord(): void {
    const bytes = this.#bytes
    let place = this.#position
    for (let byte = bytes[place]; byte !== undefined && !isEndOfWord(byte); byte = bytes[place]) place += 1
    this.#position = place
  }
}

function isEndOfWord(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte <= 32
}
