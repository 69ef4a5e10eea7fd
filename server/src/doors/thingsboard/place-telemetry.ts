import type { DecodedMessage } from '../ingest/decode-message.ts'
import { createTimeSlots } from '../senders/time-slots.ts'

/**
 * ThingsBoard keeps every key by itself, so devices send values of one moment in several messages. Each gets a millisecond of its own, so
 * that none replaces another; a message that comes again keeps its time.
 */
export type PlaceApart = (sender: string, message: DecodedMessage) => DecodedMessage

export function createPlaceApart(): PlaceApart {
  const slots = createTimeSlots()
  return (sender, message) => {
    const place = slots(sender)
    const records = message.records.map((record) =>
      record.at === undefined ? record : { ...record, at: place(record.at, record.json) },
    )
    return { ...message, records }
  }
}
