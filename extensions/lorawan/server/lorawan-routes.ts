import { ingestChirpStack, ingestThingsStack } from '../contract/uplink-endpoints.ts'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { FastifyInstance } from 'fastify'
import type { Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { identifyFirst } from '@fieldwatch/server/platform/http/identify-first'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { decodeChirpStack } from './chirpstack.ts'
import { type TakeEvent, withinPatience } from './take-event.ts'
import { decodeThingsStack } from './things-stack.ts'

interface Parts {
  readonly senders: Senders
  readonly take: TakeEvent
  readonly clock: Clock
  /** Those that are open. */
  readonly doors: ReadonlySet<Door>
}

/** An uplink that hundreds of gateways received. */
const MOST_BYTES = 256 * 1024

/** What LoRaWAN network servers post. The body of a stranger is not read. */
export function registerLorawanRoutes(app: FastifyInstance, { senders, take, clock, doors }: Parts): void {
  const options = { bodyLimit: MOST_BYTES }
  void app.register(async (scope) => {
    const sent = identifyFirst(scope, (request) => senders.identify(request))
    if (doors.has('things-stack'))
      addRoute(scope, ingestThingsStack, options, async ({ body, request }) => {
        const decoded = decodeThingsStack(body, clock())
        return withinPatience(take({ door: 'things-stack', sender: sent.get(request), decoded, body }))
      })
    if (doors.has('chirpstack'))
      addRoute(scope, ingestChirpStack, options, async ({ body, query, request }) => {
        const decoded = decodeChirpStack(query.event, body, clock())
        return withinPatience(take({ door: 'chirpstack', sender: sent.get(request), decoded, body }))
      })
  })
}
