import mqtt from 'mqtt'
import type { DoorUnderTest } from './door-under-test.ts'
import { timeOf } from './numbered-device.ts'

/** QoS 1: the client connects again by itself, and sends what was not acknowledged. */
export const MQTT_DOOR: DoorUnderTest = {
  name: 'ThingsBoard MQTT',
  rule: 'QoS 1: repeats until PUBACK',
  source: 'telemetry',
  field: 'n',
  batch: 10,
  retryMs: undefined,
  open: ({ dataID, token }, { portal }) => {
    const client = mqtt.connect(portal.mqttUrl, {
      clientId: `thingsboard-${dataID}`,
      username: token,
      reconnectPeriod: 500,
      connectTimeout: 5_000,
    })
    // Refused connections while the server is down; the client tries on.
    client.on('error', () => undefined)
    const publish = async (number: number): Promise<void> => {
      const message = JSON.stringify({ ts: timeOf(number), values: { n: number } })
      await client.publishAsync('v1/devices/me/telemetry', message, { qos: 1 })
    }
    return {
      send: async (numbers) => {
        await Promise.all(numbers.map(publish))
        return 'accepted'
      },
      close: () => client.endAsync(true),
    }
  },
}
