import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DownlinkState } from '@fieldwatch/contract/actions/actions'
import { readNumber } from '@fieldwatch/contract/text/numeric-text'
import { z } from 'zod'
import { judgePosition } from '@fieldwatch/server/doors/senders/judge-position'
import { type DecodedEvent, EVENTS, normaliseDevEui, NOT_ON_EARTH, type Position, problemOf } from './lorawan-event.ts'

/*
 * What The Things Stack v3 posts (thethingsindustries.com/docs/integrations/data-formats). It leaves out every value that is 0, false or
 * empty, and writes the year 1 for a time that it does not have.
 */

const Time = z.string().optional().transform(readTime)
const Numeric = z.union([z.number(), z.string().transform(readNumber)]).optional()
const Anything = z.record(z.string(), z.unknown())

const Location = z.looseObject({
  latitude: z.number().default(0),
  longitude: z.number().default(0),
  altitude: z.number().optional(),
  accuracy: z.number().optional(),
  source: z.string().optional(),
})

const Reception = z.looseObject({
  gateway_ids: z.looseObject({ gateway_id: z.string().optional(), eui: z.string().optional() }).optional(),
  rssi: z.number().optional(),
  channel_rssi: z.number().optional(),
  snr: z.number().default(0),
})

const DataRate = z.looseObject({
  lora: z.looseObject({ bandwidth: Numeric, spreading_factor: z.number().optional() }).optional(),
  fsk: z.looseObject({ bit_rate: Numeric }).optional(),
  lrfhss: z.looseObject({ operating_channel_width: Numeric }).optional(),
})

const UplinkMessage = z.looseObject({
  session_key_id: z.string().default(''),
  f_port: z.number().int().default(0),
  f_cnt: z.number().int().default(0),
  frm_payload: z.string().default(''),
  decoded_payload: Anything.optional(),
  rx_metadata: z.array(Reception).default([]),
  settings: z.looseObject({ data_rate: DataRate.optional(), frequency: Numeric, time: Time }).optional(),
  received_at: Time,
  consumed_airtime: z.string().optional(),
  confirmed: z.boolean().default(false),
  locations: z.record(z.string(), Location).default({}),
})

const Downlink = z.looseObject({ correlation_ids: z.array(z.string()).default([]) })

const Failure = z.looseObject({
  downlink: Downlink.default({ correlation_ids: [] }),
  error: z.looseObject({ name: z.string().optional(), message_format: z.string().optional() }).optional(),
})

const Message = z.looseObject({
  end_device_ids: z.looseObject({
    device_id: z.string().default(''),
    application_ids: z.looseObject({ application_id: z.string().default('') }).default({ application_id: '' }),
    dev_eui: z.string().optional(),
    dev_addr: z.string().optional(),
  }),
  correlation_ids: z.array(z.string()).default([]),
  received_at: Time,
  uplink_message: UplinkMessage.optional(),
  uplink_normalized: z.unknown().optional(),
  join_accept: Anything.optional(),
  downlink_queued: Downlink.optional(),
  downlink_sent: Downlink.optional(),
  downlink_ack: Downlink.optional(),
  downlink_nack: Downlink.optional(),
  downlink_failed: Failure.optional(),
  downlink_queue_invalidated: z.looseObject({ downlinks: z.array(Downlink).default([]) }).optional(),
  location_solved: z.looseObject({ service: z.string().optional(), location: Location.optional() }).optional(),
  service_data: z.looseObject({ service: z.string().optional(), data: Anything.optional() }).optional(),
})
type Message = z.infer<typeof Message>

/** Decodes one message of a webhook or of the Storage Integration. */
export function decodeThingsStack(body: unknown, now: number): DecodedEvent {
  const parsed = Message.safeParse(body)
  if (!parsed.success) return { problem: problemOf('things-stack', parsed.error) }
  const message = parsed.data
  const about = { devEui: devEuiOf(message), at: message.received_at ?? now }
  if (message.uplink_message !== undefined) return { event: uplinkOf(message, message.uplink_message, about) }
  const report = downlinkOf(message)
  if (report !== undefined) return { event: { kind: 'downlink', ...about, ...report } }
  if (message.join_accept !== undefined) {
    const fields = { event: 'join', dev_addr: message.end_device_ids.dev_addr }
    return { event: { kind: 'notice', ...about, source: EVENTS, fields } }
  }
  if (message.location_solved?.location !== undefined) {
    const position = positionOf(message.location_solved.location)
    if (position !== undefined) return { event: { kind: 'notice', ...about, source: 'location', fields: position } }
    return { problem: NOT_ON_EARTH }
  }
  if (message.service_data !== undefined) {
    const { service, data } = message.service_data
    return { event: { kind: 'notice', ...about, source: EVENTS, fields: { event: 'service_data', service, data } } }
  }
  // The same uplink comes as uplink_message too, which has all of it.
  if (message.uplink_normalized !== undefined) return { ignored: true }
  return { problem: 'answers.door.lorawan.kind' }
}

type About = Readonly<{ devEui: string | undefined; at: number }>

function uplinkOf(message: Message, uplink: z.infer<typeof UplinkMessage>, { devEui, at }: About) {
  const receivedAt = uplink.received_at ?? at
  const { device_id: deviceId, application_ids: application } = message.end_device_ids
  const session = uplink.session_key_id
  return {
    kind: 'uplink',
    devEui,
    at: sentAt(uplink.settings?.time, receivedAt),
    id: session === '' ? `${deviceId}/${receivedAt}` : `${session}/${uplink.f_cnt}/${uplink.frm_payload}`,
    port: uplink.f_port,
    bytes: Buffer.from(uplink.frm_payload, 'base64'),
    decoded: uplink.decoded_payload,
    radio: radioOf(uplink),
    position: measuredPosition(uplink.locations),
    receivedAt: at,
    registered: { application: application.application_id, device: deviceId },
  } as const
}

const AHEAD_MS = 60_000

/** The clock of a gateway counts only where it agrees with that of the network server. */
function sentAt(gatewayTime: number | undefined, receivedAt: number): number {
  if (gatewayTime === undefined) return receivedAt
  const isPlausible = gatewayTime <= receivedAt + AHEAD_MS && gatewayTime >= receivedAt - DAY_MS
  return isPlausible ? gatewayTime : receivedAt
}

/** The best reception, and how many gateways had one. */
function radioOf(uplink: z.infer<typeof UplinkMessage>): Record<string, unknown> {
  const best = uplink.rx_metadata.reduce<z.infer<typeof Reception> | undefined>(
    (chosen, one) => (chosen === undefined || strength(one) > strength(chosen) ? one : chosen),
    undefined,
  )
  const { lora, fsk } = uplink.settings?.data_rate ?? {}
  const rssi = best?.rssi ?? best?.channel_rssi
  return {
    f_cnt: uplink.f_cnt,
    f_port: uplink.f_port,
    confirmed: uplink.confirmed,
    gateways: uplink.rx_metadata.length,
    gateway: best?.gateway_ids?.gateway_id ?? best?.gateway_ids?.eui,
    rssi,
    snr: rssi === undefined ? undefined : best?.snr,
    spreading_factor: lora?.spreading_factor,
    bandwidth: lora?.bandwidth,
    bit_rate: fsk?.bit_rate,
    frequency: uplink.settings?.frequency,
    airtime: airtimeOf(uplink.consumed_airtime),
  }
}

function strength({ rssi, channel_rssi: channelRssi }: z.infer<typeof Reception>): number {
  return rssi ?? channelRssi ?? Number.NEGATIVE_INFINITY
}

/** `0.056576s` in seconds. */
function airtimeOf(text: string | undefined): number | undefined {
  return text?.endsWith('s') === true ? readNumber(text.slice(0, -1)) : undefined
}

/** What someone entered in the registry of the network server is not measured. */
function measuredPosition(locations: Readonly<Record<string, z.infer<typeof Location>>>): Position | undefined {
  const measured = Object.entries(locations)
    .filter(([name, { source }]) => name !== 'user' && source !== 'SOURCE_REGISTRY')
    .toSorted(([, one], [, other]) => (one.accuracy ?? 0) - (other.accuracy ?? 0))
  return measured.map(([, location]) => positionOf(location)).find((position) => position !== undefined)
}

function positionOf({ latitude, longitude, altitude, accuracy }: z.infer<typeof Location>): Position | undefined {
  return judgePosition({ lat: latitude, lon: longitude, alt: altitude, accuracy }).position
}

interface Report {
  readonly step: DownlinkState
  readonly references: readonly string[]
  readonly reason: string | undefined
}

function downlinkOf(message: Message): Report | undefined {
  const steps = [
    ['queued', message.downlink_queued],
    ['sent', message.downlink_sent],
    ['acknowledged', message.downlink_ack],
    ['not-acknowledged', message.downlink_nack],
  ] as const
  for (const [step, downlink] of steps) {
    if (downlink !== undefined)
      return { step, references: [...downlink.correlation_ids, ...message.correlation_ids], reason: undefined }
  }
  const { downlink_failed: failed, downlink_queue_invalidated: invalidated } = message
  if (failed !== undefined) {
    const references = [...failed.downlink.correlation_ids, ...message.correlation_ids]
    return { step: 'failed', references, reason: failed.error?.message_format ?? failed.error?.name }
  }
  if (invalidated === undefined) return undefined
  // Frame counters changed: the network server queues the same downlinks again by itself.
  return { step: 'queued', references: invalidated.downlinks.flatMap((one) => one.correlation_ids), reason: undefined }
}

function devEuiOf({ end_device_ids: { dev_eui: devEui } }: Message): string | undefined {
  return devEui === undefined ? undefined : normaliseDevEui(devEui)
}

/** The year 1 means no time. */
function readTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return time > 0 ? time : undefined
}
