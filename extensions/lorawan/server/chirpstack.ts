import { say } from '@fieldwatch/messages/server-sentences'
import { z } from 'zod'
import { judgePosition } from '@fieldwatch/server/doors/senders/judge-position'
import {
  type DecodedEvent,
  EVENTS,
  type LorawanEvent,
  normaliseDevEui,
  NOT_ON_EARTH,
  problemOf,
  STATUS,
} from './lorawan-event.ts'

/*
 * What ChirpStack v4 posts and publishes (chirpstack.io/docs/chirpstack/integrations/events.html), as JSON. By the JSON mapping of Protocol
 * Buffers it leaves out every value that is 0, false or empty.
 */

const Anything = z.record(z.string(), z.unknown())

const Location = z.looseObject({
  latitude: z.number().default(0),
  longitude: z.number().default(0),
  altitude: z.number().optional(),
  accuracy: z.number().optional(),
})

const Reported = z.looseObject({
  time: z.string().optional(),
  deviceInfo: z.looseObject({ devEui: z.string() }),
})

const Reception = z.looseObject({
  gatewayId: z.string().optional(),
  rssi: z.number().default(0),
  snr: z.number().default(0),
})

const Uplink = z.looseObject({
  deduplicationId: z.string().min(1),
  deviceInfo: z.looseObject({ applicationId: z.string().default(''), deviceName: z.string().default('') }),
  devAddr: z.string().optional(),
  dr: z.number().default(0),
  fCnt: z.number().int().default(0),
  fPort: z.number().int().default(0),
  confirmed: z.boolean().default(false),
  data: z.string().default(''),
  object: Anything.nullish(),
  rxInfo: z.array(Reception).default([]),
  txInfo: z
    .looseObject({
      frequency: z.number().optional(),
      modulation: z
        .looseObject({
          lora: z.looseObject({ bandwidth: z.number().optional(), spreadingFactor: z.number().optional() }).optional(),
          fsk: z.looseObject({ datarate: z.number().optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
})

const Join = z.looseObject({ devAddr: z.string().optional() })

const Status = z.looseObject({
  margin: z.number().default(0),
  externalPowerSource: z.boolean().default(false),
  batteryLevelUnavailable: z.boolean().default(false),
  batteryLevel: z.number().default(0),
})

const Log = z.looseObject({
  level: z.string().default('INFO'),
  code: z.string().default('UNKNOWN'),
  description: z.string().default(''),
  context: z.looseObject({ queue_item_id: z.string().optional() }).default({}),
})

const Acknowledgement = z.looseObject({ queueItemId: z.string().default(''), acknowledged: z.boolean().default(false) })
const Transmission = z.looseObject({ queueItemId: z.string().default('') })
const Solved = z.looseObject({ location: Location })
const Foreign = z.looseObject({
  integrationName: z.string().default(''),
  eventType: z.string().default(''),
  object: Anything.nullish(),
})

type About = Readonly<{ devEui: string | undefined; at: number }>
/** A text says why there is no event. */
type Decode = (body: unknown, about: About) => LorawanEvent | z.ZodError | string

const DECODERS: Readonly<Record<string, Decode>> = {
  up: reading(Uplink, (uplink, about) => ({
    kind: 'uplink',
    ...about,
    id: uplink.deduplicationId,
    port: uplink.fPort,
    bytes: Buffer.from(uplink.data, 'base64'),
    decoded: uplink.object ?? undefined,
    radio: radioOf(uplink),
    position: undefined,
    receivedAt: about.at,
    registered: { application: uplink.deviceInfo.applicationId, device: uplink.deviceInfo.deviceName },
  })),
  join: reading(Join, ({ devAddr }, about) => notice(about, EVENTS, { event: 'join', dev_addr: devAddr })),
  status: reading(Status, (status, about) => notice(about, STATUS, statusFields(status))),
  log: reading(Log, (log, about) => logOf(log, about)),
  ack: reading(Acknowledgement, ({ queueItemId, acknowledged }, about) => ({
    kind: 'downlink',
    ...about,
    step: acknowledged ? 'acknowledged' : 'not-acknowledged',
    references: [queueItemId],
    reason: undefined,
  })),
  txack: reading(Transmission, ({ queueItemId }, about) => ({
    kind: 'downlink',
    ...about,
    step: 'sent',
    references: [queueItemId],
    reason: undefined,
  })),
  location: reading(Solved, ({ location: { latitude, longitude, altitude, accuracy } }, about) => {
    const { position } = judgePosition({ lat: latitude, lon: longitude, alt: altitude, accuracy })
    return position === undefined ? NOT_ON_EARTH : notice(about, 'location', position)
  }),
  integration: reading(Foreign, ({ integrationName, eventType, object }, about) =>
    notice(about, EVENTS, { event: 'integration', service: integrationName, type: eventType, data: object ?? {} }),
  ),
}

/** Decodes one event; its kind is in the query of the address, or in the MQTT topic. */
export function decodeChirpStack(kind: string | undefined, body: unknown, now: number): DecodedEvent {
  const decode = kind !== undefined && Object.hasOwn(DECODERS, kind) ? DECODERS[kind] : undefined
  if (decode === undefined) return { problem: say('answers.door.lorawan.event', { name: (kind ?? '').slice(0, 100) }) }
  const reported = Reported.safeParse(body)
  if (!reported.success) return { problem: problemOf('chirpstack', reported.error) }
  const { time = '', deviceInfo } = reported.data
  const at = Date.parse(time)
  const event = decode(body, { devEui: normaliseDevEui(deviceInfo.devEui), at: at > 0 ? at : now })
  if (typeof event === 'string') return { problem: event }
  return event instanceof z.ZodError ? { problem: problemOf('chirpstack', event) } : { event }
}

function reading<Shape extends z.ZodType>(
  shape: Shape,
  decode: (value: z.infer<Shape>, about: About) => LorawanEvent | string,
): Decode {
  return (body, about) => {
    const parsed = shape.safeParse(body)
    return parsed.success ? decode(parsed.data, about) : parsed.error
  }
}

function notice(about: About, source: string, fields: Readonly<Record<string, unknown>>): LorawanEvent {
  return { kind: 'notice', ...about, source, fields }
}

/** The best reception, and how many gateways had one. */
function radioOf(uplink: z.infer<typeof Uplink>): Record<string, unknown> {
  const [best] = uplink.rxInfo.toSorted((one, other) => other.rssi - one.rssi)
  const { lora, fsk } = uplink.txInfo?.modulation ?? {}
  return {
    f_cnt: uplink.fCnt,
    f_port: uplink.fPort,
    confirmed: uplink.confirmed,
    gateways: uplink.rxInfo.length,
    gateway: best?.gatewayId,
    rssi: best?.rssi,
    snr: best?.snr,
    data_rate: uplink.dr,
    spreading_factor: lora?.spreadingFactor,
    bandwidth: lora?.bandwidth,
    bit_rate: fsk?.datarate,
    frequency: uplink.txInfo?.frequency,
  }
}

function statusFields(status: z.infer<typeof Status>): Record<string, unknown> {
  const { margin, externalPowerSource, batteryLevelUnavailable, batteryLevel } = status
  const isBattery = !externalPowerSource && !batteryLevelUnavailable
  return { margin, external_power: externalPowerSource, ...(isBattery ? { battery: batteryLevel } : {}) }
}

/** Codes by which ChirpStack says that it dropped a downlink from its queue. */
const DROPPED = new Set(['DOWNLINK_PAYLOAD_SIZE', 'DOWNLINK_GATEWAY', 'F_CNT_DOWN', 'EXPIRED'])

function logOf({ level, code, description, context }: z.infer<typeof Log>, about: About): LorawanEvent {
  const item = context.queue_item_id
  if (item !== undefined && DROPPED.has(code)) {
    return { kind: 'downlink', ...about, step: 'failed', references: [item], reason: description || code }
  }
  return notice(about, EVENTS, { event: 'log', level, code, description })
}
