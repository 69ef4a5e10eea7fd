/** Gives out moments, each once: one that is taken becomes the next free millisecond. */
export function createMoments(): (at: number) => number {
  const later = new Map<number, number>()
  return (at) => {
    const passed: number[] = []
    let free = at
    for (let next = later.get(free); next !== undefined; next = later.get(free)) {
      passed.push(free)
      free = next
    }
    // Long runs of taken moments are passed at once the next time.
    for (const moment of [...passed, free]) later.set(moment, free + 1)
    return free
  }
}

/** As numbers they are read as seconds. */
const FIRST_MILLISECONDS = 1e11

/** Epoch milliseconds as ingest reads them. */
export function writeMoment(at: number): string | number {
  return at < FIRST_MILLISECONDS && at >= 0 ? new Date(at).toISOString() : at
}
