import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance } from 'fastify'
import { receiveBodies, type SentBodies } from '#doors/ingest/receive-bodies.ts'
import type { DoorParts } from './door-routes.ts'
import type { Sender } from './identify-sender.ts'

/** What a request of a door brings, once its sender is known. */
export type DoorRequests = SentBodies<Sender>

/** Options of a route that takes a body of records. */
export const DOOR_ROUTE = { bodyLimit: MAX_INGEST_BODY_BYTES }

/** Registers routes whose sender is found before their body is read, within bounds. */
export function registerSenders(
  app: FastifyInstance,
  { senders, bodies }: Pick<DoorParts, 'senders' | 'bodies'>,
  register: (scope: FastifyInstance, requests: DoorRequests) => void,
): void {
  void app.register(async (scope) => {
    const requests = receiveBodies(scope, {
      identify: async (request) => {
        // Fastify refuses an empty one, which the shell of InfluxDB 1 sends.
        if (request.headers['content-type'] === '') request.raw.headers['content-type'] = 'text/plain'
        return senders.identify(request)
      },
      open: ({ id }) => bodies.open(id),
      limit: MAX_INGEST_BODY_BYTES,
    })
    register(scope, requests)
  })
}
