import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** How the portal's health answered since it was last asked about. */
export interface Health {
  /** Milliseconds of the slowest answer. */
  readonly worst: number
  readonly answered: number
  readonly failed: number
}

/** Asks a portal fifty times a second whether it is alive, from a thread that nothing else keeps busy. */
export function watchHealth(host: string, port: number) {
  const worker = new Worker(new URL('health-probe.ts', import.meta.url), { workerData: { host, port } })
  return {
    sinceLast: async (): Promise<Health> => {
      worker.postMessage('tell', [])
      const [health] = (await once(worker, 'message')) as [Health]
      return health
    },
    close: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}

/** The greatest resident size that a process has had, in megabytes; undefined where the system does not tell. */
export async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
