import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/incidents.ts'
import * as ofVisitors from '../contract/shared-incident.ts'
import { INCIDENTS } from './incident-consequences.ts'
import { registerIncidentRoutes } from './incident-routes.ts'
import './say.ts'
import { createSharedIncidents, createVisitorRoutes } from './shared-incidents.ts'

/** Ranges of the past that are kept with what happened in them. */
export const incidents: ServerExtension = {
  name: 'incidents',
  endpoints: { ...endpoints, ...ofVisitors },
  activity: { incident: { topic: 'units', named: ['incident', 'title'] } },
  consequences: () => ({ incident: INCIDENTS }),
  demo: async (call) => (await import('./add-demo-incident.ts')).addDemoIncident(call),
  start: (core) => {
    const { db, reads } = { db: core.database.db, reads: core.database.reads.db }
    return {
      routes: (app) => registerIncidentRoutes(app, { ...core, db, reads }),
      sharedIncidents: createSharedIncidents(reads),
      visitorRoutes: createVisitorRoutes(reads),
    }
  },
}
