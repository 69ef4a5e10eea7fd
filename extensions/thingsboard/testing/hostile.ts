import { holdOpen } from '@fieldwatch/e2e/hostile/cases/crowd-cases'
import { HOSTILE_NAMES } from '@fieldwatch/e2e/hostile/cases/hostile-values'
import { connect, mqttCase, publish } from '@fieldwatch/e2e/hostile/cases/mqtt-cases'
import { bodyCases, caseOf, JSON_BODIES, JSON_TYPE, strangerCase, valuesIn } from '@fieldwatch/e2e/hostile/door-kit'
import { type HostileCase, onlyInBenchmark } from '@fieldwatch/e2e/hostile/hostile-case'
import type { HttpSender } from '@fieldwatch/e2e/hostile/senders'
import {
  sendDeviceAttributes,
  sendDeviceQuestion,
  sendDeviceRpcAnswer,
  sendDeviceTelemetry,
} from '../contract/device-endpoints.ts'

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = [sendDeviceTelemetry, sendDeviceAttributes].map((endpoint) => ({
  endpoint,
  names: false,
  write: ({ token }) => ({ path: endpoint.path.replace(':token', token), headers: JSON_TYPE, body: '{"level":1}' }),
}))

const TAKING = [sendDeviceTelemetry, sendDeviceAttributes, sendDeviceRpcAnswer, sendDeviceQuestion]
const BODIES = { ...JSON_BODIES, ...valuesIn((value) => ({ ts: value, values: { level: value } })) }

/** Telemetry of a gateway for devices that are not known yet. */
const telemetryOf = (prefix: string): Buffer =>
  publish(
    'v1/gateway/telemetry',
    `{${Array.from({ length: 3_500 }, (_, index) => `"${prefix}${index}":{"n":1}`).join()}}`,
  )

/** What devices and gateways, or those who pretend to be one, send. */
export function hostileCases(): HostileCase[] {
  const heads: HostileCase = {
    kind: 'crowds',
    name: '1,900 heads of ThingsBoard devices that never end',
    expected: 'judged',
    send: (target) =>
      holdOpen(target, 1_900, `POST /api/v1/${target.unitToken}/telemetry HTTP/1.1\r\nhost: x\r\nx-slow: `),
  }
  return [
    ...TAKING.flatMap((endpoint) => bodyCases(endpoint, BODIES, JSON_TYPE)),
    ...TAKING.map(strangerCase),
    ...Object.entries(HOSTILE_NAMES).map(([what, name]) =>
      caseOf(sendDeviceTelemetry, `the token of ${what}`, {
        path: () => `/api/v1/${name}/telemetry`,
        body: () => '{}',
      }),
    ),
    mqttCase('a gateway of ThingsBoard with 3,500 unknown devices', (target) =>
      Buffer.concat([
        connect(target, { username: target.unitToken, password: undefined, clientId: 'gateway' }),
        telemetryOf('d'),
        telemetryOf('e'),
      ]),
    ),
    onlyInBenchmark(heads),
  ]
}
