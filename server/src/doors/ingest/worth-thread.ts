import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { isName } from '@fieldwatch/contract/api/ids'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'

/** Larger bodies are decoded in another thread: some hundred records, a millisecond of work. */
const LARGE_BYTES = 32 * 1024
/** So many commas in a smaller body make it take as long. */
const MANY_COMMAS = 2_500
const COMMA = 44

interface Content {
  readonly source?: string | undefined
  /** Bytes that separate what costs time, as far as there are others than commas. */
  readonly between?: readonly number[]
}

/**
 * Whether decoding a body here would block the event loop for longer than handing it to a thread. Results of requests are looked at one
 * by one, so that those of a record's length stay here; a body of a source with an invalid name is refused as a whole.
 */
export function isWorthThread(body: Buffer, { source, between = [COMMA] }: Content = {}): boolean {
  if (source !== undefined && !isName(source)) return false
  if (source === ACTION_RESULT && body.length <= MAX_RECORD_BYTES) return false
  if (body.length >= LARGE_BYTES) return true
  if (body.length < MANY_COMMAS) return false
  let separators = 0
  for (const one of between) {
    for (let place = body.indexOf(one); place !== -1; place = body.indexOf(one, place + 1)) {
      separators += 1
      if (separators >= MANY_COMMAS) return true
    }
  }
  return false
}

/** Copies a body that shares its memory: transferring takes the whole memory along. */
export function ownMemory(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.length
    ? new Uint8Array(buffer)
    : new Uint8Array(body)
}
