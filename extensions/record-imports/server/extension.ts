import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/record-imports.ts'
import { IMPORTS } from './import-consequences.ts'
import { registerImportRoutes } from './import-routes.ts'
import { createImportWork } from './import-work.ts'

const { ImportPreview, ImportSettings, PreviewLine, RecordImport } = endpoints

/** Records from before, out of files. */
export const recordImports: ServerExtension = {
  name: 'record-imports',
  endpoints,
  schemas: { ImportPreview, ImportSettings, PreviewLine, RecordImport },
  consequences: () => ({ import: IMPORTS }),
  start: (core) => {
    const { db, pool } = core.database.background
    core.worker.add(createImportWork({ ...core, db, pool, server: core.server.name }))
    const { sourcesPerUnit } = core.ingest
    return { routes: (app) => registerImportRoutes(app, { ...core, db: core.database.db, sourcesPerUnit }) }
  },
}
