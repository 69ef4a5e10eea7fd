import type { Delivery } from './stores/store.ts'

/**
 * Sends everything with so many under way at a time; what a generator gives is made when its turn comes. Returns the
 * seconds that it took.
 */
export async function deliverAll(deliveries: Iterable<Delivery>, inFlight: number): Promise<number> {
  const queue = Iterator.from(deliveries)
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, () => work(queue)))
  return (performance.now() - started) / 1000
}

async function work(queue: IteratorObject<Delivery>): Promise<void> {
  for (const delivery of queue) await delivery()
}

export interface Repeats {
  readonly times: number
  /** The least time of a measurement: the median of a few milliseconds would mean little. */
  readonly leastMs: number
  readonly mostMs: number
}

/** Repeats something as often and as long as it is said, at least once. Returns milliseconds of each. */
export async function timeRepeats(
  { times, leastMs, mostMs }: Repeats,
  run: (turn: number) => Promise<void>,
): Promise<number[]> {
  const measured: number[] = []
  const begun = performance.now()
  while (true) {
    const started = performance.now()
    await run(measured.length)
    const ended = performance.now()
    measured.push(ended - started)
    const isEnough = measured.length >= times && ended - begun >= leastMs
    if (isEnough || ended - begun >= mostMs) return measured
  }
}
