import { createLiveConnection } from './live-connection.ts'
import type { ToWorker } from './live-messages.ts'
import { createOpenStream } from './live-stream.ts'

const connection = createLiveConnection({
  openStream: createOpenStream(fetch.bind(globalThis)),
  timers: {
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  },
  post: (message) => postMessage(message),
})

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => connection.receive(data))
