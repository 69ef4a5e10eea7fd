import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { Database } from '#platform/database/database.ts'
import type { Images } from '#platform/files/images.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Worker } from '#platform/work/worker.ts'
import { registerActivityRoutes } from './activity/activity-routes.ts'
import { registerLabelRoutes } from './labels/label-routes.ts'
import { type ConfiguredMap, registerMapRoutes } from './map/map-routes.ts'
import { createWorldMap } from './map/world-map.ts'
import type { PositionAt } from './notes/change-notes.ts'
import { registerNoteRoutes } from './notes/note-routes.ts'
import type { SettlePlaces } from './places/settle-places.ts'
import { registerPlaceRoutes } from './places/place-routes.ts'
import type { Places } from './gazetteer/places.ts'
import { registerSimRoutes } from './sims/sim-routes.ts'
import { registerTemplateGalleryRoutes } from './templates/template-gallery-routes.ts'
import { registerTemplateRoutes } from './templates/template-routes.ts'
import { createUnitJobWork, type UnitJobParts } from './unit-jobs/run-unit-jobs.ts'
import { registerUnitJobRoutes, type RequireAlert } from './unit-jobs/unit-job-routes.ts'
import { createFleetReader } from './units/fleet-reader.ts'
import { registerUnitRoutes } from './units/unit-routes.ts'
import { createUnitStore } from './units/unit-store.ts'

export interface FleetOptions {
  /** What maps are drawn with: without a style and a key by the offline base map of the web app. */
  readonly mapSettings: ConfiguredMap
  /** The archive with the ground of the offline base map, which the web app's build writes. */
  readonly worldMapPath: string
}

interface Parts extends FleetOptions {
  readonly database: Database
  readonly worker: Worker
  readonly bus: Bus
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly images: Images
  /** What a change of many units does on the floors above. */
  readonly changes: Pick<UnitJobParts, 'watchToo' | 'retainMany' | 'removeUnit'>
  readonly requireAlert: RequireAlert
  /** Where units were, for their notes. */
  readonly positionAt: PositionAt
  /** Cities, towns and villages. */
  readonly places: Places
  /** What a change of places does on the floors above. */
  readonly settlePlaces: SettlePlaces
}

/** Connects the rooms about units; the stack closes what they hold. */
export function composeFleet(parts: Parts, stack: AsyncDisposableStack) {
  const { database, worker, places, changes, requireAlert, mapSettings, worldMapPath } = parts
  const { db } = database
  const world = createWorldMap(worldMapPath)
  stack.defer(() => world.close())
  const fleet = createFleetReader({ units: createUnitStore(db), places })
  const unitJobs = worker.add(createUnitJobWork({ ...parts, ...changes, db: database.background.db }))
  return {
    places,
    fleet,
    /** What changes many units. */
    unitJobs,
    routes: (app: FastifyInstance): void => {
      const units = { ...parts, db, places, fleet }
      registerUnitRoutes(app, units)
      registerUnitJobRoutes(app, { ...units, jobs: unitJobs, requireAlert })
      registerMapRoutes(app, { settings: mapSettings, world, places })
      registerLabelRoutes(app, units)
      registerNoteRoutes(app, units)
      registerPlaceRoutes(app, units)
      registerTemplateRoutes(app, units)
      registerTemplateGalleryRoutes(app, units)
      registerSimRoutes(app, units)
      registerActivityRoutes(app, { db, reads: database.reads.db })
    },
  }
}
