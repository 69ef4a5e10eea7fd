import type { FastifyInstance } from 'fastify'
import type { MqttDoor } from './mqtt-door.ts'

/** MQTT over WebSocket on the port of the HTTP application. */
export function registerMqttRoutes(app: FastifyInstance, { mqtt }: { mqtt: MqttDoor }): void {
  mqtt.attach(app.server)
  app.addHook('preClose', async () => mqtt.closeWebSockets())
}
