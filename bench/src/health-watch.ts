import type { BenchPortal } from './bench-portal.ts'
import type { Result } from './report/result.ts'

/** Watches the server's event loop and memory during every measurement. */
export interface HealthWatch {
  /** Runs a piece of work of the portal and notes how the event loop and the memory fared. */
  readonly during: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly results: () => Promise<Result[]>
}

export function createHealthWatch(portal: Pick<BenchPortal, 'eventLoopDelay' | 'peakMemory'>): HealthWatch {
  const delays: { name: string; delay: number }[] = []
  const peaks: { name: string; peak: number }[] = []
  const notePeak = async (name: string): Promise<void> => {
    const peak = (await portal.peakMemory()) ?? 0
    if (peak > (peaks.at(-1)?.peak ?? 0)) peaks.push({ name, peak })
  }
  return {
    during: async (name, work) => {
      await notePeak(`before ${name}`)
      await portal.eventLoopDelay()
      const done = await work()
      delays.push({ name, delay: await portal.eventLoopDelay() })
      await notePeak(name)
      return done
    },
    results: async () => {
      await notePeak('at the end')
      const grown = peaks.map(({ name, peak }) => `${name} ${peak.toFixed(0)} MB`).join(', ')
      const each = delays.map(({ name, delay }) => `${name} ${delay.toFixed(0)} ms`).join(', ')
      return [
        {
          work: 'event-loop delay of the server, p99 of the worst part',
          unit: 'ms',
          target: 50,
          measured: delays.length === 0 ? 'left out' : Math.max(...delays.map(({ delay }) => delay)),
          note: `p99 by part: ${each}. An idle loop shows 10 ms, the resolution of the measurement.`,
        },
        {
          work: 'resident memory of the server, at most',
          unit: 'MB',
          target: 400,
          measured: peaks.at(-1)?.peak ?? 'not available on this system',
          note: `What it had had by each part that it grew in: ${grown}.`,
        },
      ]
    },
  }
}
