import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Plugin } from 'vite'

/** Writes `world.pmtiles`, the ground of the offline base map, which the server hands out tile by tile. */
export function worldArchive(): Plugin {
  let archive: Promise<[Uint8Array]> | undefined
  return {
    name: 'world-archive',
    apply: 'build',
    // In a thread, while the rest is bundled.
    buildStart: () => {
      const worker = new Worker(new URL('world-tiles-worker.ts', import.meta.url))
      archive = once(worker, 'message') as Promise<[Uint8Array]>
      archive.catch(() => undefined)
    },
    async generateBundle() {
      const [source] = (await archive) ?? []
      if (source !== undefined) this.emitFile({ type: 'asset', fileName: 'world.pmtiles', source })
    },
  }
}
