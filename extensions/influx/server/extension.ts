import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/influx-endpoints.ts'
import { registerInfluxRoutes } from './influx-routes.ts'

/** The addresses of InfluxDB 1 and 2 that their clients write to. */
export const influx: ServerExtension = {
  name: 'influx',
  doors: ['influx'],
  endpoints,
  start: (core) => ({
    unitRoutes: (app) => {
      if (core.doors.has('influx')) registerInfluxRoutes(app, core)
    },
  }),
}
