import { isOnEarth } from '@fieldwatch/contract/places/position'
import type { PlaceInTime } from '@fieldwatch/server/doors/senders/time-slots'
import type { AvlRecord, Packet } from './decode-packet.ts'
import { readIoFields } from './io-values.ts'
import { say } from './say.ts'
import { type ActionMessage, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { type DecodedMessage, decodeUnitMessage, refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'

/** A record of one of our sources, as units send them. */
type Sent = Readonly<Record<string, unknown>>

export const LOCATION = 'location'
export const TELTONIKA = 'teltonika'
export const TRACKER_SOURCES = [LOCATION, TELTONIKA] as const

/** The position and the other values of records, by source. Without a fix a record has no position. */
export function toSources(records: readonly AvlRecord[], place: PlaceInTime): Record<string, Sent[]> {
  const location: Sent[] = []
  const teltonika: Sent[] = []
  for (const record of records) {
    const { hdop, ...values } = readIoFields(record.io)
    const { priority, event, generation, satellites } = record
    const cause = { priority, ...(event > 0 && { event }), ...(generation !== undefined && { generation }) }
    const hasFix = isPosition(record)
    const position = hasFix && { ...positionOf(record), ...(hdop !== undefined && { hdop }) }
    const others = { ...cause, ...(hasFix ? {} : { satellites }), ...values }
    const report = { ...(position && { [LOCATION]: position }), [TELTONIKA]: others }
    const messageUTC = writeTime(place(record.at, report))
    if (position) location.push({ messageUTC, ...position })
    teltonika.push({ messageUTC, ...others })
  }
  return {
    ...(location.length > 0 && { [LOCATION]: location }),
    ...(teltonika.length > 0 && { [TELTONIKA]: teltonika }),
  }
}

/** A tracker whose clock was never set begins in 1970. */
const FIRST_TIME = Date.UTC(2000, 0, 1)
const LAST_TIME = Date.UTC(9999, 11, 31)

/** A time that cannot be right becomes a text that ingest refuses, so that the refused record shows it. */
function writeTime(at: number): string {
  return at >= FIRST_TIME && at <= LAST_TIME ? new Date(at).toISOString() : `${at} ms since 1970`
}

function isPosition({ satellites, lat, lon }: AvlRecord): boolean {
  return satellites > 0 && isOnEarth(lat, lon)
}

function positionOf({ lat, lon, alt, speed, heading, satellites }: AvlRecord): Sent {
  return { lat, lon, alt, speed, heading, satellites }
}

/** What a packet brings to the store; what cannot be understood is refused, with the packet in hexadecimal digits. */
export function decodeTrackerPacket(
  packet: Packet,
  data: Buffer,
  { place, now }: { place: PlaceInTime; now: number },
): DecodedMessage {
  switch (packet.kind) {
    case 'records':
      return decode(toSources(packet.records, place), now)
    case 'text':
      return decode({ [TELTONIKA]: [textOf(packet, place)] }, now)
    case 'miscounted':
      return refused(say('teltonika.packet.counts'), data)
    default:
      return refused(packet.reason, data)
  }
}

/** A text has its own time, unless the tracker has no clock. */
function textOf({ text, at = 0 }: Extract<Packet, { kind: 'text' }>, place: PlaceInTime): Sent {
  const message = { message: text }
  return at < FIRST_TIME ? message : { messageUTC: writeTime(place(at, { [TELTONIKA]: message })), ...message }
}

/** The answer of a tracker to a request, as units send theirs. */
export function decodeAnswer(request: ActionMessage, result: { status: string; payload: string }, now: number) {
  const { action_id, actionClass, action } = request
  return decode({ [ACTION_RESULT]: [{ action_id, actionClass, action, ...result }] }, now)
}

function decode(sources: Readonly<Record<string, unknown>>, now: number): DecodedMessage {
  return decodeUnitMessage(Buffer.from(JSON.stringify(sources)), now)
}

function refused(message: string, data: Buffer): DecodedMessage {
  return refusedMessage(TELTONIKA, { code: 'record/packet-invalid', message }, Buffer.from(data.toString('hex')))
}
