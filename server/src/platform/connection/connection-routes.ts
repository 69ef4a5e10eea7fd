import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'

interface Dependencies {
  publicUrl: () => string
  publicMqttUrl: () => string
  doors: ReadonlySet<string>
  /** Doors with ports of their own. */
  listeners: readonly { readonly door: string; readonly port: number }[]
}

/** Where units connect to. */
export function registerConnectionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { publicUrl, publicMqttUrl, doors, listeners } = dependencies
  addRoute(app, getConnectionSettings, async () =>
    success({
      httpUrl: publicUrl(),
      mqttUrl: publicMqttUrl(),
      doors: [...doors],
      ports: Object.fromEntries(listeners.map(({ door, port }) => [door, port])),
    }),
  )
}
