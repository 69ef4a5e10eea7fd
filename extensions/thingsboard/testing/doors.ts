import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { type MqttDoor, publishingTo } from '@fieldwatch/e2e/doors/mqtt-doors'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'

/** What the gateway calls the device behind it. */
const CHILD = 'pump'

const MQTT_DOORS: readonly MqttDoor[] = [
  {
    name: 'ThingsBoard MQTT',
    source: 'telemetry',
    signIn: ({ token }) => ({ username: token }),
    write: (_, n) => ({ topic: 'v1/devices/me/telemetry', message: { ts: timeOf(n), values: { n } } }),
  },
  {
    name: 'ThingsBoard gateway',
    source: CHILD,
    signIn: ({ token }) => ({ username: token }),
    write: (_, n) => ({ topic: 'v1/gateway/telemetry', message: { [CHILD]: [{ ts: timeOf(n), values: { n } }] } }),
  },
]

const HTTP_DOOR: HttpDoor = {
  name: 'ThingsBoard HTTP',
  rule: 'repeats until 200',
  source: 'telemetry',
  field: 'n',
  batch: 10,
  retryMs: 1_000,
  write: ({ token }, numbers) => ({
    path: `/api/v1/${token}/telemetry`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(numbers.map((n) => ({ ts: timeOf(n), values: { n } }))),
  }),
}

export const DOORS: readonly DoorUnderTest[] = [...MQTT_DOORS.map(publishingTo), postingTo(HTTP_DOOR)]
