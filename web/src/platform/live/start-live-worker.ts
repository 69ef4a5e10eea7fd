import type { LiveWorker } from './live-client.ts'
import type { FromWorker } from './live-messages.ts'

/** Starts the worker that holds the live connection. */
export function startLiveWorker(): LiveWorker {
  const worker = new Worker(new URL('live.worker.ts', import.meta.url), { type: 'module', name: 'live' })
  return {
    post: (message) => worker.postMessage(message, []),
    onMessage: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => listener(data)),
    terminate: () => worker.terminate(),
  }
}
