import { parseJson } from '@fieldwatch/contract/text/json'
import { z } from 'zod'
import type { BusEvents } from './bus.ts'

export type Kind = keyof BusEvents
export type Sent = { readonly [K in Kind]: readonly [kind: K, event: BusEvents[K]] }[Kind]

/** What a server sends at once. One without events is a heartbeat with the number of the last one with events. */
export interface Packet extends z.infer<typeof Packet> {}

const Packet = z.object({
  /** The name of the server. */
  from: z.string().min(1).max(100),
  /** Grows by one with each packet that has events, and with what could not be sent. */
  number: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** Not checked yet. */
  events: z.array(z.unknown()),
  /** The last one: the server stops. */
  stops: z.literal(true).exactOptional(),
})

/** Written out, for a packet. */
function writeEvent(sent: Sent): string {
  return JSON.stringify(sent)
}

/** Undefined: the event has no shorter form, and servers that miss it read the data again. */
export function shortened([kind, event]: Sent): Sent | undefined {
  if (kind !== 'records' || event.records === undefined) return undefined
  const { records: _records, ...slim } = event
  return [kind, slim]
}

export function writePacket(from: string, number: number, events: readonly string[]): string {
  return `{"from":${JSON.stringify(from)},"number":${number},"events":[${events.join(',')}]}`
}

export function writeLastPacket(from: string, number: number): string {
  return JSON.stringify({ from, number, events: [], stops: true } satisfies Packet)
}

/** Undefined for what is no packet of ours. */
export function readPacket(message: string): Packet | undefined {
  return Packet.safeParse(parseJson(message)).data
}

/** Room for the name of the server and the number. */
const HEAD_BYTES = 128

/**
 * Groups events, in their order, so that each group fits into a packet; `undefined` marks one that cannot be sent.
 */
export function groupEvents(events: readonly Sent[], mostBytes: number): (readonly string[] | undefined)[] {
  const groups: (string[] | undefined)[] = []
  let free = 0
  for (const sent of events) {
    const text = writeFitting(sent, mostBytes - HEAD_BYTES)
    const group = groups.at(-1)
    if (text === undefined) {
      groups.push(undefined)
      continue
    }
    const bytes = Buffer.byteLength(text) + 1
    if (group !== undefined && bytes <= free) {
      group.push(text)
      free -= bytes
    } else {
      groups.push([text])
      free = mostBytes - HEAD_BYTES - bytes
    }
  }
  return groups
}

function writeFitting(sent: Sent, mostBytes: number): string | undefined {
  for (const form of [sent, shortened(sent)]) {
    const text = form && writeEvent(form)
    if (text !== undefined && Buffer.byteLength(text) < mostBytes) return text
  }
  return undefined
}
