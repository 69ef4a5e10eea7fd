import type { BenchPortal } from './bench-portal.ts'
import type { Result } from './report/result.ts'

/** Watches the server's event loop during every measurement. */
export interface HealthWatch {
  /** Runs a piece of work of the portal and notes how the event loop fared. */
  readonly during: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly results: () => Promise<Result[]>
}

export function createHealthWatch(portal: Pick<BenchPortal, 'eventLoopDelay' | 'peakMemory'>): HealthWatch {
  const delays: { name: string; delay: number }[] = []
  return {
    during: async (name, work) => {
      await portal.eventLoopDelay()
      const done = await work()
      delays.push({ name, delay: await portal.eventLoopDelay() })
      return done
    },
    results: async () => {
      const each = delays.map(({ name, delay }) => `${name} ${delay.toFixed(0)} ms`).join(', ')
      return [
        {
          work: 'event-loop delay of the server, p99 of the worst part',
          unit: 'ms',
          target: 50,
          measured: Math.max(...delays.map(({ delay }) => delay)),
          note: `p99 by part: ${each}. An idle loop shows 10 ms, the resolution of the measurement.`,
        },
        {
          work: 'resident memory of the server, at most',
          unit: 'MB',
          target: 400,
          measured: (await portal.peakMemory()) ?? 'not told by this system',
        },
      ]
    },
  }
}
