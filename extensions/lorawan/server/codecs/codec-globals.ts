/*
 * What codecs of vendors expect besides the language, as their network servers and Node have it. These functions run in the interpreter, not
 * here: their text is evaluated before a codec, so they use nothing from outside themselves. What they define can be replaced by a codec, as
 * many bring a `Buffer` or `exports` of their own.
 */

/** Texts of programs that define what a codec expects, as far as the codec mentions it. */
export function preludesFor(code: string): readonly string[] {
  const functions = [defineBasics]
  if (code.includes('Buffer') || /\b(?:atob|btoa)\b/.test(code)) functions.push(defineBuffer)
  if (code.includes('toLocale')) functions.push(defineLocales)
  return functions.map((define) => `(${define.toString()})()`)
}

/** `console` says nothing, and a codec may be written as a module of CommonJS. */
function defineBasics(): void {
  const silent = (): void => undefined
  const exported = {}
  const globals = {
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent, table: silent },
    exports: exported,
    module: { exports: exported },
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}

/** Numbers and times as Node writes them for the United States, or as a codec asks. Times are those of UTC. */
function defineLocales(): void {
  type Write = (kind: string, value: number, asked: string) => string
  const write = Reflect.get(globalThis, 'writeLocale') as Write
  Reflect.deleteProperty(globalThis, 'writeLocale')
  const forms = [
    [Number, 'toLocaleString', 'number'],
    [Date, 'toLocaleString', 'any'],
    [Date, 'toLocaleDateString', 'date'],
    [Date, 'toLocaleTimeString', 'time'],
  ] as const
  for (const [{ prototype }, name, kind] of forms) {
    const value = function (this: number | Date, locales: unknown, options: unknown): string {
      return write(kind, Number(this), JSON.stringify([locales, options]))
    }
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  }
}

/** The part of Node's `Buffer` that decoders use. */
function defineBuffer(): void {
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

  class Buffer extends Uint8Array {
    static override from(given: unknown, encodingOrStart?: unknown, length?: unknown): Buffer {
      if (typeof given === 'string')
        return new Buffer(bytesOf(given, typeof encodingOrStart === 'string' ? encodingOrStart : 'utf8'))
      if (given instanceof ArrayBuffer)
        return new Buffer(given, Number(encodingOrStart ?? 0), length as number | undefined)
      const list = given as ArrayLike<number> & { data?: ArrayLike<number> }
      return new Buffer(Array.from(list.data ?? list))
    }

    static alloc(size: number, fill?: number | string): Buffer {
      const made = new Buffer(size)
      return fill === undefined ? made : made.fill(typeof fill === 'string' ? fill.charCodeAt(0) : fill)
    }

    static allocUnsafe(size: number): Buffer {
      return new Buffer(size)
    }

    static isBuffer(given: unknown): boolean {
      return given instanceof Buffer
    }

    static byteLength(text: string, encoding = 'utf8'): number {
      return bytesOf(text, encoding).length
    }

    static concat(list: readonly Uint8Array[], length = list.reduce((sum, one) => sum + one.length, 0)): Buffer {
      const all = new Buffer(length)
      let at = 0
      for (const one of list) {
        all.set(one.subarray(0, length - at), at)
        at = Math.min(length, at + one.length)
      }
      return all
    }

    override toString(encoding = 'utf8', start = 0, end = this.length): string {
      return textOf(this.subarray(start, end), encoding.toLowerCase())
    }

    toJSON(): object {
      return { type: 'Buffer', data: Array.from(this) }
    }

    equals(other: Uint8Array): boolean {
      return this.length === other.length && this.every((byte, index) => byte === other[index])
    }

    copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
      const part = this.subarray(start, Math.min(end, start + target.length - at))
      target.set(part, at)
      return part.length
    }

    write(text: string, at = 0): number {
      const bytes = bytesOf(text, 'utf8').slice(0, this.length - at)
      this.set(bytes, at)
      return bytes.length
    }

    /** A part of the same memory, unlike that of a typed array. */
    override slice(start?: number, end?: number): Buffer {
      return this.subarray(start, end) as Buffer
    }
  }

  const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const define = (name: string, value: object): void => {
    // Node has both spellings: readUInt8 and readUint8.
    for (const spelt of [name, name.replace('UInt', 'Uint')])
      Object.defineProperty(Buffer.prototype, spelt, { value, writable: true, configurable: true })
  }
  const shapes = [
    ['Int8', 1],
    ['UInt8', 1],
    ['Int16', 2],
    ['UInt16', 2],
    ['Int32', 4],
    ['UInt32', 4],
    ['Float', 4],
    ['Double', 8],
    ['BigInt64', 8],
    ['BigUInt64', 8],
  ] as const
  for (const [shape, size] of shapes) {
    const method = { Float: 'Float32', Double: 'Float64' }[shape as string] ?? shape.replace('UInt', 'Uint')
    for (const order of size === 1 ? [''] : ['LE', 'BE']) {
      define(`read${shape}${order}`, function (this: Uint8Array, at = 0) {
        return (Reflect.get(DataView.prototype, `get${method}`) as Function).call(view(this), at, order === 'LE')
      })
      define(`write${shape}${order}`, function (this: Uint8Array, value: unknown, at = 0) {
        ;(Reflect.get(DataView.prototype, `set${method}`) as Function).call(view(this), at, value, order === 'LE')
        return at + size
      })
    }
  }
  for (const order of ['LE', 'BE']) {
    const placesOf = (at: number, size: number): number[] =>
      Array.from({ length: size }, (_, index) => at + (order === 'LE' ? size - 1 - index : index))
    const read = (bytes: Uint8Array, at: number, size: number): number =>
      placesOf(at, size).reduce((sum, place) => sum * 256 + view(bytes).getUint8(place), 0)
    define(`readUInt${order}`, function (this: Uint8Array, at: number, size: number) {
      return read(this, at, size)
    })
    define(`readInt${order}`, function (this: Uint8Array, at: number, size: number) {
      const value = read(this, at, size)
      return value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value
    })
    const write = function (this: Uint8Array, value: number, at: number, size: number): number {
      let left = value < 0 ? value + 2 ** (8 * size) : value
      for (const place of placesOf(at, size).reverse()) {
        view(this).setUint8(place, left % 256)
        left = Math.floor(left / 256)
      }
      return at + size
    }
    define(`writeUInt${order}`, write)
    define(`writeInt${order}`, write)
  }

  function bytesOf(text: string, encoding: string): number[] {
    const name = encoding.toLowerCase()
    if (name === 'hex')
      return (/^(?:[\da-f]{2})*/i.exec(text)?.[0].match(/../g) ?? []).map((pair) => parseInt(pair, 16))
    if (name === 'base64' || name === 'base64url') return ofBase64(text)
    if (name === 'latin1' || name === 'binary' || name === 'ascii')
      return Array.from(text, (one) => one.charCodeAt(0) & 255)
    if (name !== 'utf8' && name !== 'utf-8') throw new TypeError(`Unknown encoding: ${encoding}`)
    return Array.from(encodeURIComponent(text.toWellFormed()).matchAll(/%(..)|[^]/g), ([one, code]) =>
      code === undefined ? one.charCodeAt(0) : parseInt(code, 16),
    )
  }

  function textOf(bytes: Uint8Array, encoding: string): string {
    if (encoding === 'hex') return Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('')
    if (encoding === 'base64' || encoding === 'base64url') return toBase64(bytes, encoding === 'base64url')
    if (encoding === 'latin1' || encoding === 'binary')
      return Array.from(bytes, (one) => String.fromCharCode(one)).join('')
    if (encoding === 'ascii') return Array.from(bytes, (one) => String.fromCharCode(one & 127)).join('')
    if (encoding !== 'utf8' && encoding !== 'utf-8') throw new TypeError(`Unknown encoding: ${encoding}`)
    let text = ''
    for (let at = 0; at < bytes.length;) {
      const first = bytes[at] ?? 0
      const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      const escaped = Array.from(bytes.subarray(at, at + size), (one) => `%${one.toString(16).padStart(2, '0')}`).join(
        '',
      )
      try {
        text += decodeURIComponent(escaped)
        at += size
      } catch {
        text += '\ufffd'
        at += 1
      }
    }
    return text
  }

  function toBase64(bytes: Uint8Array, isUrl: boolean): string {
    let text = ''
    for (let at = 0; at < bytes.length; at += 3) {
      const [first = 0, second, third] = bytes.subarray(at, at + 3)
      const all = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
      const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((all >> shift) & 63))
      text += digits.slice(0, second === undefined ? 2 : third === undefined ? 3 : 4).join('')
    }
    if (isUrl) return text.replace(/\+/g, '-').replace(/\//g, '_')
    return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
  }

  function ofBase64(text: string): number[] {
    const digits = Array.from(text.replace(/-/g, '+').replace(/_/g, '/').split('=', 1)[0] ?? '')
    const values = digits.map((digit) => DIGITS.indexOf(digit)).filter((value) => value >= 0)
    const bytes: number[] = []
    for (let at = 0; at + 1 < values.length; at += 4) {
      const all = [0, 1, 2, 3].reduce((sum, place) => (sum << 6) | (values[at + place] ?? 0), 0)
      bytes.push((all >> 16) & 255, (all >> 8) & 255, all & 255)
    }
    return bytes.slice(0, Math.floor((values.length * 3) / 4))
  }

  const globals = {
    Buffer,
    atob: (text: unknown): string => textOf(new Uint8Array(ofBase64(String(text))), 'latin1'),
    btoa: (text: unknown): string => toBase64(new Uint8Array(bytesOf(String(text), 'latin1')), false),
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}
