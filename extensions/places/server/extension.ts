import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/place-files.ts'
import { registerPlaceFileRoutes } from './place-file-routes.ts'
import './say.ts'

/** Places drawn on a map, and as files of GeoJSON and KML. The core keeps them, and judges who is in them. */
export const places: ServerExtension = {
  name: 'places',
  endpoints,
  demo: async (call) => {
    await (await import('./add-demo-places.ts')).addDemoPlaces(call)
  },
  start: (core) => ({ routes: (app) => registerPlaceFileRoutes(app, { ...core, db: core.database.db }) }),
}
