import { createLiveClient, type LiveClient, type LiveWorker } from '#platform/live/live-client.ts'
import type { FromWorker } from '#platform/live/live-messages.ts'
import { SHARED_WORKER_NAME } from '#platform/live/live-stream.ts'

/** Creates the live connection of a visit; `onRefused` is called when its pass is good no more. */
export type CreateLive = (pass: string, onRefused: () => void) => LiveClient

export const createVisitLive: CreateLive = (pass, onRefused) =>
  createLiveClient({
    startWorker,
    token: (refused) => {
      if (refused === undefined) return Promise.resolve(pass)
      onRefused()
      return Promise.resolve(undefined)
    },
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  })

function startWorker(): LiveWorker {
  const worker = new Worker(new URL('../platform/live/live.worker.ts', import.meta.url), {
    type: 'module',
    name: SHARED_WORKER_NAME,
  })
  return {
    post: (message) => worker.postMessage(message, []),
    onMessage: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => listener(data)),
    terminate: () => worker.terminate(),
  }
}
