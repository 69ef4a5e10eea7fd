import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/notes.ts'
import { NOTES } from './note-consequences.ts'
import { registerNoteRoutes } from './note-routes.ts'
import { readUnitNotes } from './read-unit-notes.ts'
import './say.ts'

/** What people and programs write about moments and periods of units. */
export const notes: ServerExtension = {
  name: 'notes',
  endpoints,
  consequences: () => ({ note: NOTES }),
  start: (core) => ({
    routes: (app) => registerNoteRoutes(app, { ...core, db: core.database.db }),
    unitNotes: readUnitNotes(core.database.reads.db),
  }),
}
