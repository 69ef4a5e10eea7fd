import type { DownlinkState } from '@fieldwatch/contract/actions/actions'
import { say } from '@fieldwatch/messages/server-sentences'
import type { ZodError } from 'zod'
import type { JudgedPosition } from '@fieldwatch/server/doors/senders/judge-position'

/** What a network server reports about a device, of whichever maker the server is. Times are epoch milliseconds. */
export type LorawanEvent = Uplink | Notice | DownlinkReport

interface Reported {
  /** 16 hexadecimal digits in upper case; undefined where the network server names the device only by a name of its own. */
  readonly devEui: string | undefined
  readonly at: number
}

export interface Uplink extends Reported {
  readonly kind: 'uplink'
  /** The same for each copy of the uplink, another one for each other uplink of the device. */
  readonly id: string
  readonly port: number
  /** What the device sent; empty when the frame only had commands for the network. */
  readonly bytes: Buffer
  /** What the decoder of the network server made of the bytes. */
  readonly decoded: Readonly<Record<string, unknown>> | undefined
  readonly radio: Readonly<Record<string, unknown>>
  readonly position: Position | undefined
  /** When the network server had it, by its own clock. */
  readonly receivedAt: number
  /** What the network server calls the device and its application. */
  readonly registered: { readonly application: string; readonly device: string }
}

/** Anything that is kept as one record: a join, a battery report, an error of the network server, a position. */
export interface Notice extends Reported {
  readonly kind: 'notice'
  readonly source: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** How far a downlink has come. */
export interface DownlinkReport extends Reported {
  readonly kind: 'downlink'
  readonly step: DownlinkState
  /** Ids by which the network server names the downlink, ours among them. */
  readonly references: readonly string[]
  /** Why it failed, in the words of the network server. */
  readonly reason: string | undefined
}

/** As `judgePosition` lets it pass. */
export type Position = NonNullable<JudgedPosition['position']>

export const NOT_ON_EARTH = say('answers.door.lorawan.position')

/** Sources of what network servers report. */
export const VALUES = 'lorawan'
export const RADIO = 'lorawan_radio'
export const EVENTS = 'lorawan_event'
export const STATUS = 'lorawan_status'

/** What a sender's message turned out to be. */
export type DecodedEvent =
  | { readonly event: LorawanEvent }
  /** Known, and nothing of it is kept. */
  | { readonly ignored: true }
  /** A sentence for the person who set up the sender. */
  | { readonly problem: string }

/** Why a message has another form than its network server documents, by the first field that is wrong. */
export function problemOf(server: 'chirpstack' | 'things-stack', { issues: [issue] }: ZodError): string {
  return say(`answers.door.lorawan.${server}`, { field: issue?.path.join('.') ?? '', problem: issue?.message ?? '' })
}

/** The form in which device addresses are compared: `00-04-a3-0b-00-1c-05-30` and `0004A30B001C0530` are the same. */
export function normaliseDevEui(text: string): string | undefined {
  const digits = text.replaceAll(/[-: ]/g, '').toUpperCase()
  return /^[\dA-F]{16}$/.test(digits) ? digits : undefined
}
