import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'

/** How the portal's health answered since it was last asked about. */
export interface Health {
  /** Milliseconds of each answer. */
  readonly times: readonly number[]
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

/** Milliseconds of the slowest answer but so many of a thousand, 0 without answers. `perMille` 1000 is the slowest. */
export function slowest(times: readonly number[], perMille = 1000): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil((sorted.length * perMille) / 1000) - 1)] ?? 0
}

/** Reads what `stretch-probe.ts` noted since the last time, in milliseconds. */
export async function readStretch(socket: string): Promise<number> {
  return Number(await text(connect(socket)))
}

/** The greatest resident size that a process has had, in megabytes; undefined where the system does not tell. */
export async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
