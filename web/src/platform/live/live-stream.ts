import {
  CARRIES_ON_HEADER,
  DATA_NOT_FOUND,
  ERROR_DETAILS_HEADER,
  formatLiveSources,
  STREAM_LIVE,
} from '@fieldwatch/contract/api/live-addresses'
import { createParser } from 'eventsource-parser'
import type { FollowedSource, LiveEvent } from './live-state.ts'

export interface StreamRequest {
  devices: string | undefined
  /** The `asOf` of the viewing units as the page has read them: the stream begins with what changed since. */
  since?: string
  sources: readonly FollowedSource[]
  token: string
}

export type StreamAnswer =
  /** `carriesOn`: it does begin with what changed since. */
  | { kind: 'open'; body: ReadableStream<Uint8Array<ArrayBuffer>>; carriesOn: boolean }
  | { kind: 'unauthorised' }
  | { kind: 'failed'; event: LiveEvent }

export type OpenStream = (request: StreamRequest, signal: AbortSignal) => Promise<StreamAnswer>

/** The name of a worker that reads the stream of a shared link. */
export const SHARED_WORKER_NAME = 'live-shared'

/** Opens the live stream over HTTP. Rejects when the network does. */
export function createOpenStream(fetcher: typeof fetch, { path }: { path: string } = STREAM_LIVE): OpenStream {
  return async ({ devices, since, sources, token }, signal) => {
    const query = new URLSearchParams()
    if (devices !== undefined) query.set('devices', devices)
    if (since !== undefined) query.set('since', since)
    if (sources.length > 0) query.set('data', formatLiveSources(sources))
    const response = await fetcher(`${path}?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    })
    if (response.ok && response.body !== null)
      return { kind: 'open', body: response.body, carriesOn: response.headers.has(CARRIES_ON_HEADER) }
    if (response.status === 401) return { kind: 'unauthorised' }
    return { kind: 'failed', event: await failureOf(response) }
  }
}

/** A worker has no texts: what is shown for these words is chosen on the page. */
async function failureOf(response: Response): Promise<LiveEvent> {
  if (response.status >= 500 || response.status === 429 || response.status === 408) return { type: 'lost' }
  if (response.headers.get(ERROR_DETAILS_HEADER) === DATA_NOT_FOUND) {
    return { type: 'refused', message: DATA_NOT_FOUND }
  }
  const body: unknown = await response.json().catch(() => undefined)
  const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined
  return { type: 'refused', message: message ?? '' }
}

export interface StreamEvent {
  name: string
  data: string
}

/** The events of each chunk as it comes; a chunk with only a comment gives an empty list. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent[]> {
  let events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      events.push({ name: event ?? 'message', data })
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    events = []
    parser.feed(value)
    yield events
  }
}
