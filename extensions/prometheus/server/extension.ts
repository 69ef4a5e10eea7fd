import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/prometheus-queries.ts'
import { registerPrometheusRoutes } from './prometheus-routes.ts'
import { registerPromqlRoutes } from './promql/promql-routes.ts'
import { createSeriesStore } from './promql/series-store.ts'

/** Remote write of Prometheus, and the part of its query API that Grafana reads with. */
export const prometheus: ServerExtension = {
  name: 'prometheus',
  doors: ['prometheus'],
  endpoints,
  start: (core) => ({
    routes: (app) => registerPromqlRoutes(app, { ...core, store: createSeriesStore(core.database.db) }),
    unitRoutes: (app) => {
      if (core.doors.has('prometheus')) registerPrometheusRoutes(app, core)
    },
  }),
}
