import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { isName } from '@fieldwatch/contract/api/ids'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'

/** Larger bodies are decoded in another thread: some hundred records, a millisecond of work. */
const LARGE_BYTES = 32 * 1024
/** So many commas in a smaller body make it take as long. */
const MANY_COMMAS = 2_500
const COMMA = 44

/**
 * Whether decoding a body here would block the event loop for longer than handing it to a thread. Results of requests are looked at one
 * by one, so that those of a record's length stay here; a body of a source with an invalid name is refused as a whole.
 */
export function isWorthThread(body: Buffer, source?: string): boolean {
  if (source !== undefined && !isName(source)) return false
  if (source === ACTION_RESULT && body.length <= MAX_RECORD_BYTES) return false
  if (body.length >= LARGE_BYTES) return true
  if (body.length < MANY_COMMAS) return false
  let commas = 0
  for (let place = body.indexOf(COMMA); place !== -1; place = body.indexOf(COMMA, place + 1)) {
    commas += 1
    if (commas >= MANY_COMMAS) return true
  }
  return false
}
