import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'

/** Where units connect to. */
export const ConnectionSettings = z.object({
  /** The portal, without a slash at the end. */
  httpUrl: z.string(),
  /** MQTT over TCP, such as `mqtt://portal.example:1883`, or `mqtts://…`. */
  mqttUrl: z.string(),
  /** The protocols of other products that units may use. */
  doors: z.array(z.string()),
  /** The ports of protocols that have one of their own at the host of the portal, by door. */
  ports: z.record(z.string(), z.number()),
})
export type ConnectionSettings = z.infer<typeof ConnectionSettings>

export const getConnectionSettings = defineEndpoint(`GET ${API_BASE}/connection`, {
  scope: 'read',
  tag: 'units',
  summary: 'Where units connect to, by HTTP and by MQTT',
  reply: envelope(ConnectionSettings),
})
