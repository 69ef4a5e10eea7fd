import { generate } from 'mqtt-packet'
import { ENDED, type HostileCase, type Target } from '../hostile-case.ts'
import { sendBytes } from './socket-cases.ts'

export const connect = ({ dataID, unitToken }: Target, more: object = {}): Buffer =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: dataID,
    keepalive: 60,
    username: dataID,
    password: Buffer.from(unitToken),
    ...more,
  })

export const publish = (topic: string, payload: Buffer | string): Buffer =>
  generate({ cmd: 'publish', topic, payload, qos: 1, messageId: 1, retain: false, dup: false })

const BYTES: Readonly<Record<string, (target: Target) => Buffer>> = {
  HTTP: () => Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'),
  'a packet of a type that is none': () => Buffer.from([0x00, 0x00]),
  'a length of five bytes': () => Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
  'a length of 256 MiB': () => Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00]),
  'a protocol that is none': (target) => Buffer.from(connect(target)).fill('X', 4, 8),
  'no password': (target) => connect(target, { password: undefined }),
  'another password': (target) => connect(target, { password: Buffer.from('x'.repeat(60_000)) }),
  'another unit': (target) => connect(target, { username: 'unknown' }),
  'a name of 60,000 characters': (target) => connect(target, { clientId: 'x'.repeat(60_000) }),
  'a will of 60,000 bytes': (target) =>
    connect(target, { will: { topic: 'x', payload: Buffer.alloc(60_000), qos: 1, retain: true } }),
  'publishing without connecting': () => publish('units/tank-01/data/level', '{"value":1}'),
  'two connects': (target) => Buffer.concat([connect(target), connect(target)]),
  'a message of 300 kB': (target) =>
    Buffer.concat([connect(target), publish(`units/${target.dataID}/data/level`, Buffer.alloc(300_000, ' '))]),
  'a message of 5 MB': (target) =>
    Buffer.concat([connect(target), publish(`units/${target.dataID}/data/level`, Buffer.alloc(5_000_000, ' '))]),
  'a topic of 10,000 levels': (target) =>
    Buffer.concat([connect(target), publish(`units/${'a/'.repeat(10_000)}b`, '1')]),
  'a topic of wildcards': (target) =>
    Buffer.concat([connect(target), Buffer.from([0x32, 0x07, 0x00, 0x01, 0x23, 0x00, 0x01, 0x7b, 0x7d])]),
  'a topic with a NUL': (target) => Buffer.concat([connect(target), publish('units/a\u0000/data/b', '1')]),
  "another unit's topic": (target) =>
    Buffer.concat([connect(target), publish('units/other/data/level', '{"value":1}')]),
  levels: (target) =>
    Buffer.concat([connect(target), publish(`units/${target.dataID}/data/level`, '['.repeat(60_000))]),
  'subscribing to everything': (target) =>
    Buffer.concat([
      connect(target),
      generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 1 }] }),
    ]),
  '500 subscriptions': (target) =>
    Buffer.concat([
      connect(target),
      generate({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: Array.from({ length: 500 }, (_, index) => ({ topic: `t/${index}`, qos: 1 as const })),
      }),
    ]),
  '2,000 messages at once': (target) =>
    Buffer.concat([
      connect(target),
      ...Array.from({ length: 2000 }, () => publish(`units/${target.dataID}/data/level`, '{"value":')),
    ]),
}

/** What a unit, or something else, sends to the MQTT port. */
export function mqttCases(): HostileCase[] {
  return Object.entries(BYTES).map(([what, write]) => mqttCase(what, write))
}

export function mqttCase(name: string, write: (target: Target) => Buffer): HostileCase {
  return {
    kind: 'bytes on the MQTT port',
    name,
    expected: 'ended',
    send: async (target) => {
      await sendBytes(target.host, target.mqttPort, write(target))
      return ENDED
    },
  }
}
