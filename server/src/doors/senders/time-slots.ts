import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Gives a record its time: one that no other record of its sender has, and the same one when it is sent again. */
export type PlaceInTime = (at: number, content: Buffer | string) => number

/** More than one packet of a tracker can hold, so that a packet that is sent again finds its times. */
const REMEMBERED_RECORDS = 512
const REMEMBERED_SENDERS = 1_000
const DIGEST_LENGTH = 12

/**
 * Keeps two records of one moment, such as a periodic one and an event, from replacing each other: the second one is placed a
 * millisecond later. A record that is sent again keeps its time.
 */
export function createTimeSlots() {
  const senders = new LRUCache<string, Map<number, string>>({ max: REMEMBERED_SENDERS })
  return (sender: string): PlaceInTime => {
    const slots = senders.get(sender) ?? new Map<number, string>()
    senders.set(sender, slots)
    return (given, content) => {
      const digest = createHash('sha1').update(content).digest('base64').slice(0, DIGEST_LENGTH)
      let at = given
      while (slots.has(at) && slots.get(at) !== digest) at += 1
      slots.delete(at)
      slots.set(at, digest)
      const [oldest] = slots.keys()
      if (slots.size > REMEMBERED_RECORDS && oldest !== undefined) slots.delete(oldest)
      return at
    }
  }
}
