import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** An open stream of server-sent events to one reader. */
export interface SseConnection {
  readonly closed: boolean
  /** Comes when the stream is closed. */
  readonly gone: AbortSignal
  /** Whether the client does not keep up, so that nothing more should be written before `ready`. */
  readonly congested: boolean
  /** Resolves when more can be written, or when the stream is closed. */
  ready(): Promise<void>
  /** `data` has no line breaks. */
  send(event: { name: string; data: string; id?: string }): void
  /** Sends a comment to keep the stream alive, unless data is on its way. */
  beat(): void
  close(): void
}

/** After so many beats without progress a client counts as gone. */
const PATIENT_BEATS = 4

/** Begins the stream. `onClose` is called once, by whichever side it ends. */
export function openSseConnection(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  onClose: () => void,
): SseConnection {
  let missedBeats = 0
  let closed = false
  const gone = new AbortController()
  const waiting = new Set<() => void>()
  const release = (): void => {
    missedBeats = 0
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  response.on('drain', release)
  const end = (): void => {
    closed = true
    gone.abort()
    release()
    onClose()
  }
  // `close` was emitted before for a client that has left already.
  if (response.destroyed) process.nextTick(end)
  else response.once('close', end)
  response.on('error', () => response.destroy())
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Closes the connection with the stream: an idle one would delay the stop of the server.
    connection: 'close',
  })
  response.write(': open\n\n')

  const connection: SseConnection = {
    get closed() {
      return closed
    },
    gone: gone.signal,
    get congested() {
      return response.writableNeedDrain
    },
    ready: () => {
      if (closed || !response.writableNeedDrain) return Promise.resolve()
      return new Promise((resolve) => {
        waiting.add(resolve)
      })
    },
    send: ({ name, data, id }) => {
      if (!response.writableEnded && !closed)
        response.write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
    },
    beat: () => {
      if (closed || response.writableEnded) return
      if (!response.writableNeedDrain) {
        response.write(': alive\n\n')
        return
      }
      missedBeats += 1
      if (missedBeats >= PATIENT_BEATS) response.destroy()
    },
    close: () => {
      if (closed) return
      response.end()
      // Ends the connection at once when the client reads nothing: it would stay open for ever.
      if (response.writableNeedDrain) response.destroy()
    },
  }
  return connection
}
