import { getMapSettings } from '@fieldwatch/contract/map'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'

export interface ConfiguredMap {
  readonly styleUrl: string | undefined
  readonly googleMapsKey: string | undefined
}

/** What the web app draws maps with. */
export function registerMapRoutes(app: FastifyInstance, { styleUrl, googleMapsKey }: ConfiguredMap): void {
  addRoute(app, getMapSettings, async () =>
    success({ styleUrl: styleUrl ?? null, googleMapsKey: googleMapsKey ?? null }),
  )
}
