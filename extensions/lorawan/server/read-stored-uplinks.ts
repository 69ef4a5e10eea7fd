import {
  addressBelow,
  type CallSettings,
  requestOutside,
  Unreached,
} from '@fieldwatch/server/platform/outside/request-outside'
import { problemOf, readBeginning, shownText } from '@fieldwatch/server/platform/outside/post-outside'

interface Wanted {
  readonly url: string
  readonly key: string
  readonly application: string
  /** Epoch milliseconds. */
  readonly after: number
  readonly limit: number
}

/** As many uplinks as are asked for, each as long as the webhook takes it. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_ERROR_BYTES = 2 * 1024

/**
 * Reads uplinks that the Storage Integration of The Things Stack has kept, the oldest first: one JSON object a line.
 * @throws Unreached with a sentence, also for an answer that is no success or is too long
 */
export async function readStoredUplinks(settings: CallSettings, wanted: Wanted): Promise<unknown[]> {
  const { url, key, application, after, limit } = wanted
  const path = `api/v3/as/applications/${encodeURIComponent(application)}/packages/storage/uplink_message`
  const target = addressBelow(url, path)
  target.searchParams.set('after', new Date(after).toISOString())
  target.searchParams.set('limit', String(limit))
  target.searchParams.set('order', 'received_at')
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}`, 'user-agent': 'Fieldwatch' }
  const text = await requestOutside({ method: 'GET', url: target.href, headers, ...settings }, async (response) => {
    const status = response.statusCode ?? 0
    const isSuccess = status === 200
    const body = await readBeginning(response, isSuccess ? MOST_BYTES + 1 : MOST_ERROR_BYTES)
    const problem = problemOf({ status, text: isSuccess ? '' : shownText(body) })
    if (problem !== undefined) throw new Unreached(problem)
    if (body.length > MOST_BYTES) throw new Unreached(TOO_LONG)
    return body
  })
  return text.split('\n').flatMap((line) => readLine(line))
}

const TOO_LONG = 'answers.network-server.long'

function readLine(line: string): unknown[] {
  if (line.trim() === '') return []
  const parsed = parse(line)
  if (parsed.error !== undefined) throw new Unreached(shownText(parsed.error.message ?? '') || FAILED)
  return parsed.result === undefined ? [] : [parsed.result]
}

const FAILED = 'answers.network-server.storage'

/** A line of a stream of the gRPC gateway. */
interface StreamLine {
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

function parse(line: string): StreamLine {
  try {
    return JSON.parse(line) as StreamLine
  } catch {
    throw new Unreached('answers.network-server.no-json')
  }
}
