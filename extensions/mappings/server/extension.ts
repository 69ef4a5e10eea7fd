import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/mappings.ts'
import { registerAnyRoutes } from './any-routes.ts'
import { MAPPINGS } from './known-mappings.ts'
import { createMappingRow } from './mapping-consequences.ts'
import { createMappedTopics } from './mapped-topics.ts'
import { createMappingRoom } from './mapping-room.ts'
import { registerMappingRoutes } from './mapping-routes.ts'

/** JSON of any shape, and mappings of it. The address that devices post to is of theirs, so that the document of our API leaves it out. */
export const mappings: ServerExtension = {
  name: 'mappings',
  doors: ['json'],
  endpoints,
  activity: { [MAPPINGS]: { topic: 'organisation', named: ['messageMapping', 'name'] } },
  consequences: (parts) => ({ [MAPPINGS]: createMappingRow(parts) }),
  start: (core, stack) => {
    const { receive, wake } = createMappingRoom(core, stack)
    const isOpen = core.doors.has('json')
    return {
      routes: (app) => registerMappingRoutes(app, { ...core, db: core.database.db, wake }),
      unitRoutes: (app) => {
        if (isOpen) registerAnyRoutes(app, { ...core, receive })
      },
      unknownMessages: receive,
      ...(isOpen && { foreignTopics: createMappedTopics({ ...core, receive }) }),
    }
  },
}
