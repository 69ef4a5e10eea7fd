import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** An open stream of server-sent events to one reader. */
export interface SseConnection {
  readonly closed: boolean
  /** Comes when the stream is closed. */
  readonly gone: AbortSignal
  /** Whether the reader does not keep up, so that nothing more is to be written before `ready`. */
  readonly congested: boolean
  /** Resolves when more can be written, or when the stream is closed. */
  ready(): Promise<void>
  /** `data` has no line breaks. */
  send(event: { name: string; data: string; id?: string }): void
  /** Says that the stream is alive, unless something is on its way anyway. */
  beat(): void
  close(): void
}

/** A reader that takes nothing for so many beats is gone. */
const PATIENT_BEATS = 4

/** Begins the stream. `onClose` is called once, whoever ends it. */
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
  // A reader that left before has been told of already.
  if (response.destroyed) process.nextTick(end)
  else response.once('close', end)
  response.on('error', () => response.destroy())
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A connection that outlived its stream would hold up the server when it stops.
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
      if (!closed) response.write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
    },
    beat: () => {
      if (closed) return
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
      // A reader that takes nothing would keep the connection open for ever.
      if (response.writableNeedDrain) response.destroy()
    },
  }
  return connection
}
