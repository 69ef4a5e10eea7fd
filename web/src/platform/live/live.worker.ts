import { STREAM_LIVE, STREAM_SHARED } from '@fieldwatch/contract/api/live-addresses'
import { createLiveConnection } from './live-connection.ts'
import type { ToWorker } from './live-messages.ts'
import { createOpenStream, SHARED_WORKER_NAME } from './live-stream.ts'

/** A visit of a shared link reads a stream of its own, without the cookies of someone who is signed in in this browser. */
const openStream =
  self.name === SHARED_WORKER_NAME
    ? createOpenStream((input, init) => fetch(input, { ...init, credentials: 'omit' }), STREAM_SHARED)
    : createOpenStream(fetch.bind(globalThis), STREAM_LIVE)

const connection = createLiveConnection({
  openStream,
  timers: {
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  },
  post: (message) => postMessage(message),
})

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => connection.receive(data))
