import { holdOpen } from '@fieldwatch/e2e/hostile/cases/crowd-cases'
import {
  bodyCases,
  type Bodies,
  JSON_BODIES,
  JSON_TYPE,
  queryCases,
  strangerCase,
  valuesIn,
} from '@fieldwatch/e2e/hostile/door-kit'
import type { HostileCase, Outcome, Target } from '@fieldwatch/e2e/hostile/hostile-case'
import type { HttpSender } from '@fieldwatch/e2e/hostile/senders'
import { ingestOsmAnd, ingestOwnTracks, ingestPostedOsmAnd } from '../contract/position-endpoints.ts'

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = [
  {
    endpoint: ingestOsmAnd,
    names: true,
    write: ({ unit, token }) => ({ path: `${ingestOsmAnd.path}?id=${unit}&token=${token}&lat=1&lon=1` }),
  },
  {
    endpoint: ingestPostedOsmAnd,
    names: true,
    write: ({ unit, token }) => ({
      path: `${ingestPostedOsmAnd.path}?token=${token}`,
      headers: JSON_TYPE,
      body: JSON.stringify({ device_id: unit, location: { coords: { latitude: 1, longitude: 1 } } }),
    }),
  },
  {
    endpoint: ingestOwnTracks,
    names: true,
    write: ({ unit, token }) => ({
      path: ingestOwnTracks.path,
      headers: { ...JSON_TYPE, authorization: `Basic ${Buffer.from(`${unit}:${token}`).toString('base64')}` },
      body: '{"_type":"location","lat":1,"lon":1}',
    }),
  },
]

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

/** What phones and trackers, or those who pretend to be one, send. */
export function hostileCases(): HostileCase[] {
  return [
    ...bodyCases(ingestOwnTracks, { ...JSON_BODIES, ...valuesIn(ownTracks) }, JSON_TYPE),
    ...bodyCases(ingestPostedOsmAnd, { ...JSON_BODIES, ...valuesIn(traccar) }, JSON_TYPE),
    ...bodyCases(ingestPostedOsmAnd, HOSTILE_FORMS, FORM_TYPE),
    ...['lat', 'timestamp', 'location', 'other'].flatMap((name) => queryCases(ingestOsmAnd, name)),
    ...[ingestOwnTracks, ingestPostedOsmAnd].map(strangerCase),
    ...Object.entries(CROWDS).map(([name, send]): HostileCase => ({
      kind: 'crowds',
      name,
      expected: 'judged',
      turn: 1,
      send,
    })),
  ]
}

const CROWDS: Readonly<Record<string, (target: Target) => Promise<Outcome>>> = {
  '1,900 positions of 256 KiB that never end': (target) =>
    holdOpen(
      target,
      1_900,
      `POST /api/v1/doors/osmand HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 262144\r\n\r\n${' '.repeat(250_000)}`,
    ),
}
