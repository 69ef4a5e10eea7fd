import { IMPORT_LINE_MAX, type ImportSettings } from '../contract/record-imports.ts'

/** Where the reading of a file is, between two parts. */
export interface LinePosition {
  /** The number of the next line, from 1. */
  readonly line: number
  /** The next bytes are the rest of a line that was too long. */
  readonly isSkipping: boolean
}

export interface FileBytes {
  /** The beginning of a line from the part before, and the bytes of this one. */
  readonly bytes: Uint8Array
  readonly isLast: boolean
  readonly position: LinePosition
}

type Writing = Pick<ImportSettings, 'encoding' | 'lineBreak'>

interface CutLines {
  /** The beginning of a line whose end is in the next part. */
  readonly carry: Uint8Array
  readonly position: LinePosition
}

/**
 * Hands over the whole lines of a part of a file with their numbers; undefined for a line that is too long. A line that ends with a
 * carriage return and a line feed is without both.
 */
export function cutLines(
  part: FileBytes,
  { encoding, lineBreak }: Writing,
  take: (text: string | undefined, line: number) => void,
): CutLines {
  const { isLast, position } = part
  const [mark, code] = lineBreak === 'cr' ? ['\r', 13] : ['\n', 10]
  let { line } = position
  let bytes = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength)
  if (position.isSkipping) {
    const end = bytes.indexOf(code)
    if (end === -1 && !isLast) return { carry: new Uint8Array(0), position }
    bytes = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
    line += 1
  }
  const whole = isLast ? bytes.length : bytes.lastIndexOf(code) + 1
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, whole))
  let start = 0
  while (start < text.length) {
    const end = text.indexOf(mark, start)
    const until = end === -1 ? text.length : end
    const found = text.slice(start, text[until - 1] === '\r' ? until - 1 : until)
    take(found.length > IMPORT_LINE_MAX ? undefined : found, line)
    line += 1
    start = until + 1
  }
  const rest = bytes.subarray(whole)
  if (rest.length <= IMPORT_LINE_MAX) return { carry: Uint8Array.from(rest), position: { line, isSkipping: false } }
  take(undefined, line)
  return { carry: new Uint8Array(0), position: { line, isSkipping: true } }
}
