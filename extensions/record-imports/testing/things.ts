import type { Parts, ThingsOfExtension } from '@fieldwatch/server/features/consequences/testing/build-things'
import { succeed } from '@fieldwatch/server/features/consequences/testing/succeed'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'
import { createRecordImport, putImportPart, startRecordImport } from '../contract/record-imports.ts'
import { createImportWork } from '../server/import-work.ts'
import { LOGGER_FILE, LOGGER_SETTINGS } from './logger-file.ts'

/** An import that a server has taken and not begun. */
export function createThings({ db, call, server }: Parts): ReturnType<ThingsOfExtension['createThings']> {
  const { inTable } = createThingRows(db)
  return {
    import: async ({ dataId, maker }) => {
      const body = { dataID: dataId, fileName: 'logger.csv', fileBytes: LOGGER_FILE.length }
      const { importID } = (await succeed(call(createRecordImport, { as: maker, body }))).details
      const file = new File([LOGGER_FILE], 'part')
      await succeed(call(putImportPart, { as: maker, body: { importID, part: 0, file } }))
      await succeed(call(startRecordImport, { as: maker, body: { importID, settings: LOGGER_SETTINGS } }))
      await db.updateTable('recordImport').set({ heldBy: server }).where('id', '=', importID).execute()
      return inTable('record_import', String(importID))
    },
  }
}

export const createWork: ThingsOfExtension['createWork'] = (parts) => createImportWork(parts)

export const CHECKS: ThingsOfExtension['CHECKS'] = {
  import: ({ state }) => (state === 'done' ? undefined : 'ends'),
}

export const UNDER_WAY: ThingsOfExtension['UNDER_WAY'] = ['import']
