import { say } from '@fieldwatch/messages/server-sentences'
import { DomainError } from '#platform/errors/domain-error.ts'

export interface JsonBounds {
  /** Values of all kinds, keys included. */
  readonly values: number
  /** Objects and lists within each other. */
  readonly depth: number
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses JSON with more values or levels than the bounds before it is parsed: a megabyte of `{},` would become 350,000 objects.
 * Invalid JSON may pass; parsing finds it.
 * @throws DomainError request/too-large, with a sentence that names the bound
 */
export function requireBoundedJson(bytes: Buffer, bounds: JsonBounds): void {
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA || byte === COLON) values += 1
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1
      depth += 1
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    if (values > bounds.values) throw tooLarge(say('answers.body-values', { count: bounds.values }))
    if (depth > bounds.depth) throw tooLarge(say('answers.body-levels', { count: bounds.depth }))
  }
}

/** Where a string that begins at `start` ends; the end of the bytes when it is not closed. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1
    while (bytes[before] === BACKSLASH) before -= 1
    // After an even number of backslashes the quotation mark is not escaped.
    if ((end - before) % 2 === 1) return end
  }
  return bytes.length
}

function tooLarge(message: string): DomainError {
  return new DomainError('request/too-large', { message })
}
