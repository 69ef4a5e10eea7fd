/** A reproducible source of chance: the same seed and name always give the same values. */
export interface Channel {
  /** A share from 0 to 1 (not included) for the `index`-th of something. */
  pick(index: number): number
  /** From -1 to 1, without memory: the noise of a sensor. */
  noise(at: number): number
  /** From -1 to 1, wandering smoothly: weather, wear, demand. `period` (ms) is roughly the time between two turns. */
  drift(at: number, period: number): number
}

export function createChannel(seed: number, name: string): Channel {
  const key = hashText(seed, name)
  const pick = (index: number): number => mix(key, index) / 2 ** 32
  const wander = (at: number, period: number): number => {
    const place = at / period
    const before = Math.floor(place)
    const share = ease(place - before)
    return 2 * (pick(before) * (1 - share) + pick(before + 1) * share) - 1
  }
  return {
    pick,
    noise: (at) => pick(at / 100) + pick(at / 100 + 0.5) - 1,
    drift: (at, period) => (wander(at, period) * 4 + wander(at, period / 3.1) * 2 + wander(at, period / 9.7)) / 7,
  }
}

/** From 0 to 1 with a gentle start and end. */
export function ease(share: number): number {
  return share * share * (3 - 2 * share)
}

function hashText(seed: number, text: string): number {
  let hash = seed | 0
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash
}

/** The finaliser of MurmurHash3 over a key and a number of up to 64 bits; an unsigned 32-bit number. */
function mix(key: number, index: number): number {
  const whole = Math.floor(index)
  const fraction = Math.floor((index - whole) * 2 ** 32)
  let hash = key ^ Math.imul(whole | 0, 0x9e3779b1) ^ Math.imul(Math.floor(whole / 2 ** 32), 0x85ebca6b) ^ fraction
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
