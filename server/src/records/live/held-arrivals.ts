import type { Arrival } from './record-feed.ts'

/** The most records that are held during a read; with more, the store is read instead. */
const HELD_RECORDS = 2_000

/** Arrivals that are heard during a read of the store, and sent after it unless the read had them. */
export function createHeldArrivals() {
  let held: Arrival[] = []
  let heardFrom = Infinity

  return {
    /** The previous arrival of the earliest event that was held, ever. */
    heardFrom: (): number => heardFrom,

    /** False when that makes too many records: none is held then, and the store has to be read. */
    hold: (arrival: Arrival): boolean => {
      heardFrom = Math.min(heardFrom, arrival.previousReceivedAt)
      held.push(arrival)
      if (held.reduce((sum, { count }) => sum + count, 0) <= HELD_RECORDS) return true
      held = []
      return false
    },

    /** Gives them up, in the order of arrival. */
    release: (): Arrival[] => held.splice(0).sort((one, other) => one.receivedAt - other.receivedAt),
  }
}
