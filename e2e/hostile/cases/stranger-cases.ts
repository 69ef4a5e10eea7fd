import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { ask } from '../ask.ts'
import { ENDED, type HostileCase, type Outcome, type Target } from '../hostile-case.ts'
import { faultOf } from '../judge.ts'
import { bearer, dripUntilEnded, type HttpSender, type Sent, STRANGERS } from '../senders.ts'

const STRANGER = 'fw_stranger'
const UNKNOWN = 'no-such-unit'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Each door over HTTP, with what is right but for the sender. */
const DOORS: readonly HttpSender[] = [
  {
    endpoint: ingestSource,
    names: true,
    write: (sent) => ({
      path: `/api/v1/ingest/${sent.unit}/level`,
      headers: { ...JSON_TYPE, ...bearer(sent) },
      body: '{"value":1}',
    }),
  },
]

/** Who is no sender of a unit, at every door; the cases of trackers and of the MQTT port have theirs as bytes. */
export function strangerCases(others: readonly HttpSender[]): HostileCase[] {
  const doors = [...DOORS, ...others]
  const given = doors.flatMap((door) => {
    const refused = (what: string, sent: (target: Target) => Sent): HostileCase => ({
      kind: STRANGERS,
      name: `${door.endpoint.method} ${door.endpoint.path} with ${what}`,
      expected: 'refused',
      endpoint: door.endpoint,
      send: (target) => ask(target, { method: door.endpoint.method, as: 'anonymous', ...door.write(sent(target)) }),
    })
    return [
      refused('a wrong token', ({ dataID }) => ({ unit: dataID, token: STRANGER })),
      refused('the token of a person', ({ dataID, viewer }) => ({ unit: dataID, token: viewer })),
      ...(door.names
        ? [
            refused('an unknown unit', ({ unitToken }) => ({ unit: UNKNOWN, token: unitToken })),
            refused('the unit of another entity', ({ foreignID, unitToken }) => ({
              unit: foreignID,
              token: unitToken,
            })),
          ]
        : []),
    ]
  })
  return [...given, ...slowCases(doors)]
}

/** Only the benchmark has the time for these. */
const slowCases = (doors: readonly HttpSender[]): readonly HostileCase[] => [
  {
    kind: STRANGERS,
    name: 'endless bodies that come byte by byte, 20 to each door',
    expected: 'judged',
    turn: 1,
    send: (target) => dripBodies(target, doors),
  },
  {
    kind: STRANGERS,
    name: 'a CONNECT that comes byte by byte',
    expected: 'ended',
    turn: 1,
    // A CONNECT of 200 bytes.
    send: ({ host, mqttPort }) => dripUntilEnded(host, mqttPort, Buffer.from([0x10, 0xc8, 0x01, 0x00])),
  },
]

/** Others are answered in the meantime. */
async function dripBodies(target: Target, doors: readonly HttpSender[]): Promise<Outcome> {
  const mine = { unit: target.dataID, token: target.unitToken }
  const heads = doors
    .filter(({ endpoint }) => endpoint.method === 'POST')
    .map(({ endpoint, write }) => {
      const { path, headers = {} } = write(mine)
      const lines = Object.entries({ ...headers, host: 'x', 'transfer-encoding': 'chunked' })
      return `${endpoint.method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    })
  const sockets = heads.flatMap((head) =>
    Array.from({ length: 20 }, () => {
      const socket = connect(target.httpPort, target.host).on('error', () => undefined)
      socket.write(head)
      return socket.resume()
    }),
  )
  try {
    let last = ENDED
    for (let byte = 0; byte < 20; byte += 1) {
      for (const socket of sockets) socket.write('1\r\n[\r\n')
      last = await ask(target, { path: '/api/v1/me' })
      if (faultOf('taken', last) !== undefined) return last
      await delay(200)
    }
    return last
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
