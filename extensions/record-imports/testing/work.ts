import assert from 'node:assert/strict'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Given, WorkOfExtension } from '@fieldwatch/server/people/access/testing/work'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createRecordImport, putImportPart, startRecordImport, undoRecordImport } from '../contract/record-imports.ts'
import { createImportStore } from '../server/import-store.ts'
import { runImport } from '../server/run-import.ts'
import { LOGGER_FILE, LOGGER_SETTINGS } from './logger-file.ts'

const WORKER = 'worker'

/** Imports, and what undoes them. */
export const createWork: WorkOfExtension['createWork'] = (parts) => {
  const { call, clock, db } = parts
  return {
    'an import of records': {
      start: async (given) => {
        const importID = await start(given)
        return { step: () => workOn(importID), isDone: async () => (await countRecords(given.dataId)) > 0 }
      },
    },
    'an import of records that is undone': {
      start: async (given) => {
        const importID = await start(given)
        await workOn(importID)
        assert.equal((await call(undoRecordImport, { headers: given.headers, body: { importID } })).status, 200)
        return { step: () => workOn(importID), isDone: async () => (await countRecords(given.dataId)) === 0 }
      },
    },
  }

  async function start({ headers, dataId }: Given): Promise<number> {
    const body = { dataID: dataId, fileName: 'a.csv', fileBytes: LOGGER_FILE.length }
    const { importID } = (await call(createRecordImport, { headers, body })).body.details
    await call(putImportPart, { headers, body: { importID, part: 0, file: new File([LOGGER_FILE], 'part') } })
    const started = await call(startRecordImport, { headers, body: { importID, settings: LOGGER_SETTINGS } })
    assert.equal(started.status, 200)
    return importID
  }

  /** As a worker, which writes down why an import ended. */
  async function workOn(importID: number): Promise<void> {
    const store = createImportStore(parts.background.db)
    await db.updateTable('recordImport').set({ heldBy: WORKER }).where('id', '=', importID).execute()
    const running = { server: WORKER, signal: new AbortController().signal }
    try {
      await runImport({ ...parts, ...parts.background }, await store.get(importID), running)
    } catch (error) {
      if (!isDomainError(error)) throw error
      await store.end(importID, { state: 'failed', now: clock() })
    }
  }

  async function countRecords(dataId: DataId): Promise<number> {
    const rows = await db
      .selectFrom('recordImport')
      .select(['counts', 'state'])
      .where('dataId', '=', dataId)
      .where('state', '!=', 'undone')
      .execute()
    return rows.reduce((sum, { counts }) => sum + counts.added, 0)
  }
}
