import mqtt, { type MqttClient } from 'mqtt'
import type { Portal } from './portal.ts'

/** Connects a unit as any MQTT client would. It reconnects by itself and keeps what was not acknowledged. */
export async function connectUnit(portal: Pick<Portal, 'mqttUrl'>, dataID: string, token: string): Promise<MqttClient> {
  const client = mqtt.connect(portal.mqttUrl, {
    clientId: dataID,
    username: dataID,
    password: token,
    reconnectPeriod: 100,
    connectTimeout: 5_000,
  })
  client.on('error', () => {
    // Refused connections while the server is down; the client tries on.
  })
  await new Promise<void>((resolve) => {
    client.once('connect', () => resolve())
  })
  return client
}
