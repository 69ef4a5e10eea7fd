/** Chance that repeats itself from the same seed. */
export interface Chance {
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly happens: (probability: number) => boolean
}

/** The generator mulberry32 by Tommy Ettinger. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: <T>(from: readonly T[]): T => {
      const chosen = from[between(0, from.length - 1)]
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    happens: (probability) => next() < probability,
  }
}
