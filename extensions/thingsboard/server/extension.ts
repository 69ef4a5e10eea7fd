import type { ServerExtension } from '@fieldwatch/server/extension'
import { createFindStored } from '@fieldwatch/server/doors/senders/find-stored'
import { createAttributeStore } from './attribute-store.ts'
import { createAttributeReader } from './attributes.ts'
import { createThingsBoardDialect } from './mqtt-door.ts'
import { registerThingsBoardRoutes } from './thingsboard-routes.ts'

/** ThingsBoard's device and gateway API. Its addresses have the token in the path, so that the document of our API leaves them out. */
export const thingsboard: ServerExtension = {
  name: 'thingsboard',
  doors: ['thingsboard'],
  dialects: (core) => (core.doors.has('thingsboard') ? [createThingsBoardDialect(core)] : []),
  start: (core) => ({
    unitRoutes: (app) => {
      if (!core.doors.has('thingsboard')) return
      registerThingsBoardRoutes(app, {
        ...core,
        ...core.requests,
        readAttributes: createAttributeReader(core),
        actions: createAttributeStore(core.database.ingest.db),
        findStored: createFindStored(core),
      })
    },
  }),
}
