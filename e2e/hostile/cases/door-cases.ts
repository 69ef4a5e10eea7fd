import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ingestAny } from '@fieldwatch/contract/mappings/any-door'
import { ingestChirpStack, ingestThingsStack } from '@fieldwatch/contract/telemetry/lorawan'
import { ingestOsmAnd, ingestOwnTracks, ingestPostedOsmAnd } from '@fieldwatch/contract/telemetry/position-doors'
import { writePrometheus } from '@fieldwatch/contract/telemetry/prometheus-door'
import {
  sendDeviceAttributes,
  sendDeviceQuestion,
  sendDeviceRpcAnswer,
  sendDeviceTelemetry,
} from '@fieldwatch/contract/telemetry/thingsboard'
import { type Bodies, bodyCases, caseOf, queryCases, strangerCase } from '../door-kit.ts'
import type { HostileCase } from '../hostile-case.ts'
import { HOSTILE_SERIES, PROMETHEUS_TYPE } from './hostile-series.ts'
import { HOSTILE_FRAMES } from './hostile-frames.ts'
import { HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_VALUES, UNREADABLE_JSON } from './hostile-values.ts'

/** Addresses of other protocols that are not in the document of our API. */
export const FOREIGN_ENDPOINTS: readonly AnyEndpoint[] = [
  ingestAny,
  sendDeviceTelemetry,
  sendDeviceAttributes,
  sendDeviceRpcAnswer,
  sendDeviceQuestion,
  writePrometheus,
]

const MEGABYTE = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** JSON that every door must survive. */
const JSON_BODIES: Bodies = {
  ...asBodies({ ...HOSTILE_JSON, ...UNREADABLE_JSON }),
  'bytes that are no text': () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  '10 MB in one line': () => Buffer.alloc(10_000_000, '9'),
  '17 MiB unannounced': () => Array.from({ length: 17 }, () => Buffer.alloc(MEGABYTE, ' ')),
}

/** What devices of other makers, or those who pretend to be one, send to each address. */
export function doorCases(): HostileCase[] {
  return [
    ...bodyCases(writePrometheus, HOSTILE_SERIES, PROMETHEUS_TYPE),
    ...[ingestThingsStack, ingestChirpStack].flatMap((endpoint) =>
      bodyCases(endpoint, { ...JSON_BODIES, ...asBodies(HOSTILE_FRAMES) }, JSON_TYPE),
    ),
    ...bodyCases(ingestOwnTracks, { ...JSON_BODIES, ...valuesIn(ownTracks) }, JSON_TYPE),
    ...bodyCases(ingestPostedOsmAnd, { ...JSON_BODIES, ...valuesIn(traccar) }, JSON_TYPE),
    ...bodyCases(ingestPostedOsmAnd, HOSTILE_FORMS, FORM_TYPE),
    ...['lat', 'timestamp', 'location', 'other'].flatMap((name) => queryCases(ingestOsmAnd, name)),
    ...FOREIGN_ENDPOINTS.flatMap((endpoint) =>
      bodyCases(
        endpoint,
        { ...JSON_BODIES, ...valuesIn((value) => ({ ts: value, values: { level: value } })) },
        JSON_TYPE,
      ),
    ),
    ...[...FOREIGN_ENDPOINTS, ingestOwnTracks, ingestPostedOsmAnd, ingestThingsStack, ingestChirpStack].map(
      strangerCase,
    ),
    ...Object.entries(HOSTILE_NAMES).flatMap(([what, name]) => [
      caseOf(ingestAny, `the path of ${what}`, { path: () => `/api/v1/ingest/any/${name}`, body: () => '{}' }),
      caseOf(sendDeviceTelemetry, `the token of ${what}`, {
        path: () => `/api/v1/${name}/telemetry`,
        body: () => '{}',
      }),
    ]),
  ]
}

const HOSTILE_FORMS: Bodies = {
  '20,000 parameters': () => Array.from({ length: 20_000 }, (_, index) => `k${index}=1`).join('&'),
  'a name of 100,000 characters': () => `lat=1&lon=1&${'k'.repeat(100_000)}=1`,
  'the prototype of all objects': () => 'lat=1&lon=1&__proto__=1&constructor=1&toString=1',
  'bytes that are no text': () => Buffer.from([0x6c, 0x61, 0x74, 0x3d, 0xff, 0xfe, 0x26, 0x25, 0x66, 0x66]),
}

const ownTracks = (value: unknown) => ({ _type: 'location', lat: value, lon: value, tst: value, batt: value, t: value })
const traccar = (value: unknown) => ({
  device_id: 'hostile',
  location: {
    timestamp: value,
    coords: { latitude: value, longitude: value, speed: value },
    battery: value,
    extras: value,
  },
})

function valuesIn(write: (value: unknown) => object): Bodies {
  return asBodies(
    Object.fromEntries(Object.entries(HOSTILE_VALUES).map(([what, value]) => [what, JSON.stringify(write(value))])),
  )
}

function asBodies(texts: Readonly<Record<string, string>>): Bodies {
  return Object.fromEntries(Object.entries(texts).map(([what, text]) => [what, () => text]))
}
