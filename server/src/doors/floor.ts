import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { FastifyInstance } from 'fastify'
import type { UnitNotes } from '#fleet/unit-notes/unit-notes.ts'
import type { FleetReader } from '#fleet/units/fleet-reader.ts'
import type { Platform } from '#platform/floor.ts'
import type { Authenticator } from '#platform/http/caller.ts'
import { registerIngestRoutes, registerMqttRoutes } from './ingest/ingest-routes.ts'
import type { IngestSettings } from './ingest/ingest-settings.ts'
import type { Ingest } from './ingest/start-ingest.ts'
import { registerLiveRoutes } from './live/live-routes.ts'
import { createLiveStreams } from './live/live-streams.ts'
import type { NewsFeeds } from './live/news-feed.ts'
import { createBodyBudget } from './ingest/body-budget.ts'
import { createDoorParts } from './senders/door-routes.ts'
import { createFieldUnitStore } from '#records/store/field-unit-store.ts'
import { createGatewayChildStore } from '#fleet/units/gateway-child-store.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { registerTelemetryRoutes } from './telemetry/telemetry-routes.ts'
import type { WithLooks } from './visitors/sharer.ts'
import type { ReadPlaces } from './visitors/unit-places.ts'
import type { SharedTables } from './visitors/shared-events.ts'
import type { IncidentsToShare } from './visitors/shared-incident.ts'
import { registerSharedRoutes, type VisitorRoutes } from './visitors/shared-routes.ts'
import { createSharedStreams } from './visitors/shared-streams.ts'
import type { Visitors } from './visitors/visit.ts'

export interface DoorOptions {
  /** Limits of what units may send and connect. */
  readonly ingest: IngestSettings
  /** The protocols of other makers that are open. */
  readonly doors: ReadonlySet<Door>
}

interface Parts extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log' | 'random' | 'worker'> {
  readonly reader: RecordReader
  readonly workers: ThreadPool
  readonly fleet: FleetReader
  /** The live feeds of the features. */
  readonly news: NewsFeeds
  readonly entrance: Ingest
  readonly ingest: IngestSettings
  readonly authenticator: Authenticator
  readonly doors: ReadonlySet<Door>
  readonly server: { readonly name: string }
  readonly publicUrl: () => string
  readonly withLooks: WithLooks
  readonly sharedTables: SharedTables
  readonly sharedIncidents: IncidentsToShare
  readonly visitorRoutes: readonly VisitorRoutes[]
  readonly unitNotes: UnitNotes
  readonly readPlaces: ReadPlaces
  readonly followChange: FollowChange
  readonly queueMail: QueueMail
}

/** Connects the rooms by which records come in and go out; the stack closes what they hold. */
export function composeDoors(parts: Parts, stack: AsyncDisposableStack) {
  const { database, clock, entrance } = parts
  const bodies = createBodyBudget()
  const doorParts = createDoorParts({ ...parts, bodies })
  const sources = createSourceStore(database.db)
  const live = createLiveStreams({ ...parts, sources })
  stack.defer(async () => live.close())
  const visitors: Visitors[] = []
  const sharedStreams = createSharedStreams({ ...parts, db: database.db, sources, visitors })
  stack.defer(async () => sharedStreams.close())
  return {
    live,
    sharedStreams,
    /** Extensions add theirs. */
    visitors,
    /** What doors build on. */
    parts: doorParts,
    routes: (app: FastifyInstance): void => {
      const { listBySource: listChildren } = createGatewayChildStore(database.db)
      const units = createFieldUnitStore(database.db)
      registerTelemetryRoutes(app, { ...parts, sources, units, listChildren })
      registerLiveRoutes(app, { live })
      registerSharedRoutes(app, { ...parts, db: database.db, sources, visitors, streams: sharedStreams })
    },
    unitRoutes: (app: FastifyInstance): void => {
      registerIngestRoutes(app, { ...entrance, clock, bodies })
      registerMqttRoutes(app, entrance)
    },
  }
}
