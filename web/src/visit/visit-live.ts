import { createLiveClient, type LiveClient, type LiveWorker, toLiveWorker } from '#platform/live/live-client.ts'
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
  })

function startWorker(): LiveWorker {
  const worker = new Worker(new URL('../platform/live/live.worker.ts', import.meta.url), {
    type: 'module',
    name: SHARED_WORKER_NAME,
  })
  return toLiveWorker(worker)
}
