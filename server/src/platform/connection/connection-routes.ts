import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'

interface Dependencies {
  publicUrl: () => string
  publicMqttUrl: () => string
  doors: ReadonlySet<string>
  /** Undefined: closed. */
  teltonikaPort: number | undefined
}

/** Where units connect to. */
export function registerConnectionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { publicUrl, publicMqttUrl, doors, teltonikaPort } = dependencies
  addRoute(app, getConnectionSettings, async () =>
    success({
      httpUrl: publicUrl(),
      mqttUrl: publicMqttUrl(),
      doors: teltonikaPort === undefined ? [...doors] : [...doors, 'teltonika'],
      ...(teltonikaPort !== undefined && { teltonika: { host: new URL(publicUrl()).hostname, port: teltonikaPort } }),
    }),
  )
}
