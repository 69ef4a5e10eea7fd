import { Transform } from 'node:stream'

/**
 * Statements that PostgreSQL takes from everyone and that no privilege forbids: they write to catalogs of all databases, fill the
 * queue of notifications that all databases share, or run statements that are made up as they run.
 */
const REFUSED: ReadonlySet<string> = new Set(['alter', 'notify', 'listen', 'do'])

/** Comments that are followed at once. Each begins behind a semicolon, which may be in a text and begin nothing. */
const MOST_READINGS = 16
const LONGEST_WORD = 8

const HEADER_BYTES = 5
const [QUERY, PARSE] = [0x51, 0x50]
const [SEMICOLON, SLASH, STAR, DASH, LINE_FEED, RETURN] = [0x3b, 0x2f, 0x2a, 0x2d, 0x0a, 0x0d]

/** What was read of a possible beginning of a statement: blanks and comments until its first word. */
interface Reading {
  /** How many comments are open around it. */
  depth: number
  isLine: boolean
  /** Which may begin or end a comment with the next byte. */
  before: number | undefined
  word: string
}

/**
 * Carries what a client sends to PostgreSQL, until it has a statement that is refused: `onRefused` gets its first word, and no more is
 * carried, so that PostgreSQL never has the whole message. The first words of statements are found without reading texts, whose rules a
 * session can change: a word counts as the first of a statement at the start, and behind each semicolon.
 */
export function createStatementGuard(onRefused: (word: string) => void): Transform {
  let header = Buffer.alloc(0)
  /** How many bytes are left of the message that is being read. */
  let left = 0
  let isStatement = false
  /** A message that prepares a statement begins with its name. */
  let isInName = false
  let readings: Reading[] = []

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const word = findRefused(chunk)
      if (word === undefined) return done(null, chunk)
      onRefused(word)
      // Never done: nothing more is carried.
    },
  })

  function findRefused(chunk: Buffer): string | undefined {
    for (let at = 0; at < chunk.length;) {
      if (left === 0) {
        at += readHeader(chunk.subarray(at))
        continue
      }
      const body = chunk.subarray(at, at + left)
      at += body.length
      left -= body.length
      const word = isStatement ? scan(body) : undefined
      if (word !== undefined) return word
    }
    return undefined
  }

  /** Returns how many bytes it took. */
  function readHeader(bytes: Buffer): number {
    const taken = bytes.subarray(0, HEADER_BYTES - header.length)
    header = Buffer.concat([header, taken])
    if (header.length < HEADER_BYTES) return taken.length
    left = Math.max(0, header.readUInt32BE(1) - 4)
    isInName = header[0] === PARSE
    isStatement = isInName || header[0] === QUERY
    readings = [beginReading()]
    header = Buffer.alloc(0)
    return taken.length
  }

  function scan(bytes: Buffer): string | undefined {
    let at = 0
    if (isInName) {
      const end = bytes.indexOf(0)
      if (end === -1) return undefined
      isInName = false
      at = end + 1
    }
    while (at < bytes.length) {
      if (readings.length === 0) {
        at = bytes.indexOf(SEMICOLON, at)
        if (at === -1) return undefined
      }
      const byte = bytes[at]
      at += 1
      const kept: Reading[] = []
      for (const reading of readings) {
        const found = read(reading, byte)
        if (found === 'goes on') kept.push(reading)
        else if (found !== 'is over') return found
      }
      if (byte === SEMICOLON) kept.push(beginReading())
      if (kept.length > MOST_READINGS) return ';'
      readings = kept
    }
    return undefined
  }
}

function beginReading(): Reading {
  return { depth: 0, isLine: false, before: undefined, word: '' }
}

/** Or the word that is refused. */
function read(reading: Reading, byte: number | undefined): 'goes on' | 'is over' | (string & {}) {
  const { before } = reading
  reading.before = byte
  if (reading.isLine) {
    reading.isLine = byte !== LINE_FEED && byte !== RETURN
    if (!reading.isLine) reading.before = undefined
    return 'goes on'
  }
  if (before === SLASH && byte === STAR) {
    reading.depth += 1
    reading.before = undefined
    return 'goes on'
  }
  if (reading.depth > 0) {
    if (before !== STAR || byte !== SLASH) return 'goes on'
    reading.depth -= 1
    reading.before = undefined
    return 'goes on'
  }
  if (before === DASH && byte === DASH) {
    reading.isLine = true
    return 'goes on'
  }
  if (before === SLASH || before === DASH) return 'is over'
  if (isOfWord(byte)) {
    if (reading.word.length >= LONGEST_WORD) return 'is over'
    reading.word += String.fromCharCode(byte ?? 0)
    reading.before = undefined
    return 'goes on'
  }
  if (reading.word !== '') {
    const word = reading.word.toLowerCase()
    return REFUSED.has(word) ? word : 'is over'
  }
  return byte === SLASH || byte === DASH || isBlank(byte) ? 'goes on' : 'is over'
}

function isBlank(byte = 0): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}

function isOfWord(byte = 0): boolean {
  return (
    (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57) || byte === 95 || byte > 127
  )
}
