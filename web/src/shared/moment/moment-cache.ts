/** What is known of moments, the most recently used last. It holds so much at most, whatever is played. */
interface MomentCache<T> {
  get: (at: number) => T | undefined
  has: (at: number) => boolean
  moments: () => Iterable<number>
  add: (at: number, value: T, weight: number) => void
  clear: () => void
}

export function createMomentCache<T>({ most }: { most: number }): MomentCache<T> {
  const entries = new Map<number, { value: T; weight: number }>()
  let weight = 0

  function drop(at: number): void {
    weight -= entries.get(at)?.weight ?? 0
    entries.delete(at)
  }

  return {
    get: (at) => {
      const entry = entries.get(at)
      if (entry === undefined) return undefined
      entries.delete(at)
      entries.set(at, entry)
      return entry.value
    },
    has: (at) => entries.has(at),
    moments: () => entries.keys(),
    add: (at, value, added) => {
      drop(at)
      entries.set(at, { value, weight: added })
      weight += added
      for (const oldest of entries.keys()) {
        if (weight <= most || oldest === at) break
        drop(oldest)
      }
    },
    clear: () => {
      entries.clear()
      weight = 0
    },
  }
}
