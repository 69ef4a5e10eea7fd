import { asBodies, bodyCases, JSON_BODIES, JSON_TYPE, strangerCase } from '@fieldwatch/e2e/hostile/door-kit'
import { type MeaningfulBodies, casesOfRoom } from '@fieldwatch/e2e/hostile/cases/room-cases'
import type { HostileCase } from '@fieldwatch/e2e/hostile/hostile-case'
import { bearer, type HttpSender } from '@fieldwatch/e2e/hostile/senders'
import { createNetworkServer } from '../contract/network-servers.ts'
import { testCodec } from '../contract/template-codec.ts'
import { ingestChirpStack, ingestThingsStack } from '../contract/uplink-endpoints.ts'
import { HOSTILE_FRAMES } from './hostile-frames.ts'

const UPLINKS = [ingestThingsStack, ingestChirpStack]

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = UPLINKS.map((endpoint) => ({
  endpoint,
  names: false,
  write: (sent) => ({ path: `${endpoint.path}?event=up`, headers: { ...JSON_TYPE, ...bearer(sent) }, body: '{}' }),
}))

const NETWORK_SERVER = {
  name: 'Hostile',
  kind: 'chirpstack',
  url: 'https://lorawan.example',
  key: 'secret',
  application: '',
  fPort: 1,
  confirmed: true,
}
const connectTo =
  (more: object): (() => unknown) =>
  () => ({ ...NETWORK_SERVER, ...more })

const NETWORK_SERVERS: MeaningfulBodies = {
  'the metadata of a cloud': ['refused', connectTo({ url: 'https://169.254.169.254/latest' })],
  'this machine in hexadecimal digits': ['refused', connectTo({ url: 'https://0x7f.1' })],
  'this machine in IPv6': ['refused', connectTo({ url: 'https://[::ffff:127.0.0.1]' })],
  'a file': ['refused', connectTo({ url: 'file:///etc/passwd' })],
  'a key of two lines': ['refused', connectTo({ key: 'a\r\nx: y' })],
  'an application with a path': ['refused', connectTo({ application: '../../x' })],
  'an application of wildcards': ['refused', connectTo({ application: '#' })],
  'a broker of a private network': ['refused', connectTo({ brokerUrl: 'mqtts://10.0.0.1' })],
  'a broker without encryption': ['refused', connectTo({ brokerUrl: 'mqtt://broker.example' })],
  'a broker that is a file': ['refused', connectTo({ brokerUrl: 'mqtts:///etc/passwd' })],
  'a broker with a password in its address': ['refused', connectTo({ brokerUrl: 'mqtts://a:b@broker.example' })],
  'a broker on no port': ['refused', connectTo({ brokerUrl: 'mqtts://broker.example:99999' })],
  'a broker with a NUL in its user': [
    'refused',
    connectTo({ brokerUrl: 'mqtts://broker.example', brokerUser: 'a\u0000' }),
  ],
}

const decode =
  (code: string, bytes = '01'): (() => unknown) =>
  () => ({ code, bytes, port: 1 })

const CODECS: MeaningfulBodies = {
  'a loop without end': ['taken', decode('function decodeUplink() { for (;;) {} }')],
  'a function of the language that runs for hours': [
    'taken',
    decode('function decodeUplink() { return { data: { a: [].includes.call({ length: 2 ** 53 - 1 }, 1) } } }'),
  ],
  'all memory': ['taken', decode('function decodeUplink() { const a = []; for (;;) a.push(new Array(1e6).fill(1)) }')],
  'calls without end': ['taken', decode('function decodeUplink() { return decodeUplink() }')],
  'a regular expression without end': [
    'taken',
    decode(`function decodeUplink() { return { data: { a: /(a+)+$/.test('${'a'.repeat(40)}!') } } }`),
  ],
  'the process': ['taken', decode('function decodeUplink() { return { data: { a: process.env } } }')],
  'a way out of the sandbox': [
    'taken',
    decode('function decodeUplink() { return this.constructor.constructor("return process")() }'),
  ],
  'a file': ['taken', decode('import fs from "fs"; function decodeUplink() { return { data: {} } }')],
  'an answer of 10 MB': ['taken', decode('function decodeUplink() { return { data: { a: "x".repeat(1e7) } } }')],
  'an answer in itself': ['taken', decode('function decodeUplink() { const a = {}; a.a = a; return { data: a } }')],
  'levels without end': [
    'taken',
    decode('function decodeUplink() { let a = {}; for (let i = 0; i < 1e5; i += 1) a = { a }; return { data: a } }'),
  ],
  'no JavaScript': ['taken', decode('{'.repeat(10_000))],
  'a codec of 1 MB': ['refused', decode('x'.repeat(1_000_000))],
  'bytes that are none': ['refused', decode('', 'zz')],
}

/** What network servers, or those who pretend to be one, send, and what admins enter. */
export function hostileCases(): HostileCase[] {
  return [
    ...UPLINKS.flatMap((endpoint) => bodyCases(endpoint, { ...JSON_BODIES, ...asBodies(HOSTILE_FRAMES) }, JSON_TYPE)),
    ...UPLINKS.map(strangerCase),
    ...[
      { kind: 'network servers', endpoint: createNetworkServer, bodies: NETWORK_SERVERS },
      { kind: 'codecs', endpoint: testCodec, bodies: CODECS },
    ].flatMap(casesOfRoom),
  ]
}
