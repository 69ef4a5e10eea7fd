import { say } from '@fieldwatch/messages/server-sentences'
import { type ActionMessage, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { type DecodedMessage, decodeUnitMessage, refusedMessage } from '#doors/ingest/decode-message.ts'
import type { Packet } from './decode-packet.ts'
import type { PlaceInTime } from '#doors/senders/time-slots.ts'
import { TELTONIKA, toSources } from './tracker-records.ts'

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
      return decode({ [TELTONIKA]: [{ message: packet.text }] }, now)
    case 'miscounted':
      return refused(say('answers.door.teltonika.counts'), data)
    default:
      return refused(packet.reason, data)
  }
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
