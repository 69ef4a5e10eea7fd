/** An answer to a request by HTTP/1.1. */
export interface HttpAnswer {
  readonly status: number
  /** By names in lower case; of several with the same name the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Takes the bytes of an answer as they come, in pieces of any length. Undefined until it is whole. */
export type AnswerParser = (bytes: Buffer) => HttpAnswer | undefined

const LINE_FEED = 0x0a

/**
 * Parses one answer, whose body has a length or comes in chunks (RFC 9112). The pieces may be overwritten afterwards: the body is copied into
 * `room`, as long as it fits.
 * @throws Error for a body that lasts until the connection is closed
 */
export function createAnswerParser(room: Buffer = Buffer.alloc(0)): AnswerParser {
  let begun: Buffer = Buffer.alloc(0)
  let head: Head | undefined
  let body = room
  let length = 0
  /** What is still to come, of the body or of a chunk. */
  let left = 0
  let line = ''
  let isLastChunk = false

  return (bytes) => {
    let rest = bytes
    if (head === undefined) {
      begun = begun.length === 0 ? bytes : Buffer.concat([begun, bytes])
      const end = begun.indexOf('\r\n\r\n')
      if (end === -1) {
        begun = Buffer.from(begun)
        return undefined
      }
      head = parseHead(begun.toString('latin1', 0, end))
      left = head.length ?? 0
      rest = begun.subarray(end + 4)
    }
    const isWhole = head.length === undefined ? takeChunks(rest) : takeBody(rest)
    return isWhole ? { status: head.status, headers: head.headers, body: body.subarray(0, length) } : undefined
  }

  /** Returns what lies behind it. */
  function take(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, left)
    if (length + part.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * body.length, length + left))
      larger.set(body.subarray(0, length))
      body = larger
    }
    body.set(part, length)
    length += part.length
    left -= part.length
    return bytes.subarray(part.length)
  }

  function takeBody(bytes: Buffer): boolean {
    take(bytes)
    return left === 0
  }

  function takeChunks(bytes: Buffer): boolean {
    let rest = bytes
    while (rest.length > 0) {
      if (left > 0) {
        rest = take(rest)
        continue
      }
      const end = rest.indexOf(LINE_FEED)
      line += rest.toString('latin1', 0, end === -1 ? rest.length : end)
      if (end === -1) return false
      rest = rest.subarray(end + 1)
      const text = line.trim()
      line = ''
      if (isLastChunk && text === '') return true
      // An empty line ends each chunk; what follows the last one is trailers.
      if (isLastChunk || text === '') continue
      left = Number.parseInt(text, 16)
      isLastChunk = left === 0
    }
    return false
  }
}

interface Head {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Undefined: in chunks. */
  readonly length: number | undefined
}

function parseHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = new Map(
    lines.map((each): [string, string] => {
      const colon = each.indexOf(':')
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
    }),
  )
  const announced = headers.get('content-length')
  if (status === 204 || status === 304) return { status, headers, length: 0 }
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, length: undefined }
  if (announced === undefined) throw new Error(`an answer without length: ${text}`)
  return { status, headers, length: Number(announced) }
}
