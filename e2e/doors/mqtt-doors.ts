import mqtt from 'mqtt'
import type { DoorUnderTest, SendingUnit } from './door-under-test.ts'

export interface MqttDoor extends Pick<DoorUnderTest, 'name' | 'source'> {
  readonly signIn: (unit: SendingUnit) => { readonly username: string; readonly password?: string }
  readonly write: (unit: SendingUnit, number: number) => { readonly topic: string; readonly message: object }
}

/** Messages that a client sends before the first of them is acknowledged. */
const UNDER_WAY = 10

/** QoS 1: the client connects again by itself, and sends what was not acknowledged. */
export function publishingTo({ signIn, write, ...door }: MqttDoor): DoorUnderTest {
  return {
    ...door,
    rule: 'QoS 1: repeats until PUBACK',
    field: 'n',
    batch: UNDER_WAY,
    retryMs: undefined,
    open: (unit, { portal }) => {
      const client = mqtt.connect(portal.mqttUrl, {
        clientId: `${door.source}-${unit.dataID}`,
        ...signIn(unit),
        reconnectPeriod: 500,
        connectTimeout: 5_000,
      })
      // Refused connections while the server is down; the client tries on.
      client.on('error', () => undefined)
      const publish = async (number: number): Promise<void> => {
        const { topic, message } = write(unit, number)
        await client.publishAsync(topic, JSON.stringify(message), { qos: 1 })
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
}
