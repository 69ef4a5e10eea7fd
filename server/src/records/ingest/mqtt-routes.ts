import type { FastifyInstance } from 'fastify'
import type { MqttListener } from './mqtt-listener.ts'

/** MQTT over WebSocket on the port of the HTTP application. */
export function registerMqttRoutes(app: FastifyInstance, { mqtt }: { mqtt: MqttListener }): void {
  mqtt.attach(app.server)
  app.addHook('preClose', async () => mqtt.closeWebSockets())
}
