import type { SensorRecord } from '../sensor-records.ts'
import type { Stretch } from '../stretches.ts'

/** A room whose temperature follows the day, read once a second with noise around its limit. */
export interface Room {
  readonly unit: string
  /** Epoch milliseconds. */
  readonly start: number
  readonly readings: number
}

export const ROOM_SOURCE = 'room'
export const ROOM_FIELD = 'temp'
/** So warm it is some hours a day, and by noise thousands of times. */
export const ROOM_LIMIT = 21

const READINGS_A_DAY = 86_400

/** The readings of a room in stretches, and how often it got warm in them. */
export function* roomStretches(
  { unit, start, readings }: Room,
  size: number,
): Generator<{ stretch: Stretch; occurrences: number }> {
  let seed = 1
  let wasWarm = false
  for (let first = 0; first < readings; first += size) {
    const records: SensorRecord[] = []
    let occurrences = 0
    for (let index = first; index < Math.min(first + size, readings); index += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      const noise = seed / 0x8000_0000 - 1
      const temp = 18 + 4 * Math.sin((2 * Math.PI * index) / READINGS_A_DAY) + noise
      const value = Math.round(temp * 100) / 100
      records.push({ at: start + index * 1000, values: [value] })
      const isWarm = value > ROOM_LIMIT
      if (isWarm && !wasWarm) occurrences += 1
      wasWarm = isWarm
    }
    yield { stretch: { unit, source: ROOM_SOURCE, fields: [ROOM_FIELD], records }, occurrences }
  }
}
