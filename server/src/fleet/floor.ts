import type { FastifyInstance } from 'fastify'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Images } from '#platform/files/images.ts'
import type { Platform } from '#platform/floor.ts'
import { registerActivityRoutes } from './activity/activity-routes.ts'
import { type ActivitySubjects, CORE_SUBJECTS } from './activity/activity-subjects.ts'
import { registerJobRoutes } from './jobs/job-routes.ts'
import { registerLabelRoutes } from './labels/label-routes.ts'
import { type ConfiguredMap, registerMapRoutes } from './map/map-routes.ts'
import { createWorldMap } from './map/world-map.ts'
import { registerPlaceRoutes } from './places/place-routes.ts'
import type { Places } from './gazetteer/places.ts'
import { registerSimRoutes } from './sims/sim-routes.ts'
import { registerTemplateGalleryRoutes } from '#fleet/templates/template-routes.ts'
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

interface Parts extends FleetOptions, Pick<Platform, 'database' | 'worker' | 'bus' | 'clock' | 'random' | 'log'> {
  readonly server: { readonly name: string }
  readonly images: Images
  /** What a change of many units does on the floors above. */
  readonly changes: Pick<UnitJobParts, 'watchToo' | 'retainMany' | 'removeUnit'>
  readonly requireAlert: RequireAlert
  /** Cities, towns and villages. */
  readonly places: Places
  readonly followChange: FollowChange
  /** What the activity of extensions is about. */
  readonly addedSubjects: ActivitySubjects
}

/** Connects the rooms about units; the stack closes what they hold. */
export function composeFleet(parts: Parts, stack: AsyncDisposableStack) {
  const { database, worker, places, changes, requireAlert, mapSettings, worldMapPath } = parts
  const { db } = database
  const world = createWorldMap(worldMapPath)
  stack.defer(() => world.close())
  const fleet = createFleetReader({ units: createUnitStore(db), places })
  const unitJobs = worker.add(
    createUnitJobWork({ ...parts, ...changes, db: database.background.db, server: parts.server.name }),
  )
  return {
    places,
    fleet,
    /** What changes many units. */
    unitJobs,
    routes: (app: FastifyInstance): void => {
      const units = { ...parts, db, places, fleet }
      registerUnitRoutes(app, units)
      registerJobRoutes(app, units)
      registerUnitJobRoutes(app, { ...units, jobs: unitJobs, requireAlert })
      registerMapRoutes(app, { settings: mapSettings, world, places })
      registerLabelRoutes(app, units)
      registerPlaceRoutes(app, units)
      registerTemplateRoutes(app, units)
      registerTemplateGalleryRoutes(app, units)
      registerSimRoutes(app, units)
      registerActivityRoutes(app, {
        db,
        reads: database.reads.db,
        subjects: { ...CORE_SUBJECTS, ...parts.addedSubjects },
      })
    },
  }
}
