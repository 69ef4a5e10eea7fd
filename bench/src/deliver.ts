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
  readonly milliseconds: number
}

/** Repeats something until it was done `times` times or the time is over, at least once. Returns milliseconds of each. */
export async function timeRepeats(
  { times, milliseconds }: Repeats,
  run: (turn: number) => Promise<void>,
): Promise<number[]> {
  const measured: number[] = []
  const end = performance.now() + milliseconds
  while (measured.length < times && (measured.length === 0 || performance.now() < end)) {
    const started = performance.now()
    await run(measured.length)
    measured.push(performance.now() - started)
  }
  return measured
}
