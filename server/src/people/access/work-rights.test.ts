import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createActionBatch } from '@fieldwatch/contract/action-batches'
import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/program-tokens'
import {
  createRecordImport,
  type ImportSettings,
  putImportPart,
  startRecordImport,
  undoRecordImport,
} from '@fieldwatch/contract/record-imports'
import { importUnits } from '@fieldwatch/contract/unit-imports'
import { updateUnits } from '@fieldwatch/contract/unit-jobs'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/users'
import { createUnitJobRunner } from '#fleet/unit-jobs/run-unit-jobs.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createImportStore } from '#records/imports/import-store.ts'
import { runImport } from '#records/imports/run-import.ts'
import { advanceBatch } from '#records/requests/run-batches.ts'
import { retainMany } from '#records/retention/retain-many.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

/*
 * To add a kind of work that goes on after its request: give it a row in WORK. `start` asks for it as the starter, `step` does what a
 * worker does next, and `isDone` tells whether the unit was touched by it.
 */

const database = await createTestDatabase()
// Nothing works in the background: each test takes the steps.
const portal = await createTestApp({ database, roles: new Set(['http', 'ingest']) })
const { bus, call, clock, db, metrics, signInAs } = portal
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const { db: background, pool } = database.background
const reader = createMergedReader({ db: database.reads.db, control: background, workers, metrics, log: silentLog })
const common = { db: background, bus, clock, log: silentLog, random: systemRandom }
const watchToo = async () => ({ added: new Set<string>(), tell: () => undefined })
const jobs = createUnitJobRunner({ ...common, watchToo, retainMany })
const recorder = { recordResults: async () => undefined }
const top = await buildEntity(db)
const WORKER = 'worker'

interface Case {
  readonly headers: { readonly authorization: string }
  readonly entity: EntityId
  readonly dataId: DataId
}

interface Begun {
  readonly step: () => Promise<void>
  readonly isDone: () => Promise<boolean>
}

const unitOf = (dataId: DataId) =>
  db.selectFrom('unit').selectAll().where('data_id', '=', dataId).executeTakeFirstOrThrow()

const runJobs = () => jobs.runAll(() => false)

const SETTINGS: ImportSettings = {
  source: sourceName('probe'),
  encoding: 'utf-8',
  delimiter: ',',
  decimals: 'point',
  headings: true,
  time: { column: 0, timeColumn: null, format: 'iso', zone: 'UTC', doubled: 'in-order' },
  columns: [{ column: 1, field: 'level', type: 'number' }],
}

async function startImport({ headers, dataId }: Case): Promise<number> {
  const csv = Buffer.from('time,level\n2026-01-01,1\n')
  const created = await call(createRecordImport, {
    headers,
    body: { dataID: dataId, fileName: 'a.csv', fileBytes: csv.length },
  })
  const { importID } = created.body.details
  await call(putImportPart, { headers, body: { importID, part: 0, file: new File([csv], 'part') } })
  assert.equal((await call(startRecordImport, { headers, body: { importID, settings: SETTINGS } })).status, 200)
  return importID
}

/** As a worker, which writes down why an import ended. */
async function workOnImport(importID: number): Promise<void> {
  const store = createImportStore(background)
  await db.updateTable('record_import').set({ held_by: WORKER }).where('id', '=', importID).execute()
  const running = { server: WORKER, signal: new AbortController().signal }
  try {
    await runImport({ ...common, pool, workers, reader, metrics }, await store.get(importID), running)
  } catch (error) {
    if (!isDomainError(error)) throw error
    await store.end(importID, { state: 'failed', now: clock() })
  }
}

async function countRecords(dataId: DataId): Promise<number> {
  const rows = await db
    .selectFrom('record_import')
    .select(['counts', 'state'])
    .where('data_id', '=', dataId)
    .where('state', '!=', 'undone')
    .execute()
  return rows.reduce((sum, { counts }) => sum + counts.added, 0)
}

const WORK: Readonly<Record<string, (given: Case) => Promise<Begun>>> = {
  'a change of many units': async ({ headers, dataId }) => {
    const body = { dataIDs: [dataId], change: { kind: 'active', active: false } as const }
    assert.equal((await call(updateUnits, { headers, body })).status, 200)
    return { step: runJobs, isDone: async () => !(await unitOf(dataId)).active }
  },
  'an import of units': async ({ headers, dataId, entity }) => {
    const body = { entity, existing: 'update' as const, csv: `dataID,name\n${dataId},Renamed` }
    assert.equal((await call(importUnits, { headers, body })).status, 200)
    return { step: runJobs, isDone: async () => (await unitOf(dataId)).friendly_name === 'Renamed' }
  },
  'requests to many units': async ({ headers, entity, dataId }) => {
    const first = await buildUnit(db, { entity })
    const body = {
      dataIDs: [first.dataId, dataId],
      actionClass: 'Unit' as const,
      method: 'GET' as const,
      payload: 'Ping',
    }
    const made = await call(createActionBatch, { headers, body })
    assert.equal(made.status, 200)
    await db
      .updateTable('action_request')
      .set({ state: 'answered', status: 'OK', answered_at: clock() })
      .where('data_id', '=', first.dataId)
      .execute()
    const asked = () => db.selectFrom('action_request').select('id').where('data_id', '=', dataId).execute()
    return {
      step: () => advanceBatch({ ...common, recorder }, made.body.details.batchID),
      isDone: async () => (await asked()).length > 0,
    }
  },
  'an import of records': async (given) => {
    const importID = await startImport(given)
    return { step: () => workOnImport(importID), isDone: async () => (await countRecords(given.dataId)) > 0 }
  },
  'an import of records that is undone': async (given) => {
    const importID = await startImport(given)
    await workOnImport(importID)
    assert.equal((await call(undoRecordImport, { headers: given.headers, body: { importID } })).status, 200)
    return { step: () => workOnImport(importID), isDone: async () => (await countRecords(given.dataId)) === 0 }
  },
}

/** A starter with an entity of their own, of which an admin above is left to take rights away. */
async function begin(starts: 'a user' | "a user's token" | "an entity's token") {
  const root = await signInAs({ role: 'admin', entity: top })
  const entity = await buildEntity(db, { parent_id: top })
  // An entity keeps an active admin.
  await signInAs({ role: 'admin', entity })
  const user = await signInAs({ role: 'admin', entity })
  const { dataId } = await buildUnit(db, { entity })
  const owner = starts === "an entity's token" ? { entity, role: 'admin' as const } : {}
  const body = { name: 'ERP', scopes: ['read' as const, 'manage-units' as const], days: 30, ...owner }
  const made = starts === 'a user' ? undefined : (await call(createProgramToken, { as: user, body })).body.details
  const given: Case = {
    headers: { authorization: made === undefined ? user.bearer : `Bearer ${made.secret}` },
    entity,
    dataId,
  }
  return { root, user, tokenID: made?.token.tokenID ?? '', given }
}

type Started = Awaited<ReturnType<typeof begin>>

const disableEntity = async ({ given }: Started): Promise<void> => {
  await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', given.entity).execute()
}

const giveAway = async ({ given }: Started): Promise<void> => {
  const elsewhere = await buildEntity(db)
  await db.updateTable('unit_entity').set({ entity_id: elsewhere }).where('data_id', '=', given.dataId).execute()
}

const revoke = async ({ user, tokenID }: Started): Promise<void> => {
  assert.equal((await call(revokeProgramToken, { as: user, body: { tokenID } })).status, 200)
}

const change = async ({ root, user }: Started, changes: object): Promise<void> => {
  assert.equal((await call(updateUsers, { as: root, body: { userUID: user.userId, ...changes } })).status, 200)
}

const OF_USERS: Readonly<Record<string, (started: Started) => Promise<void>>> = {
  'is a viewer by now': (started) => change(started, { role: 'viewer' }),
  'is disabled': (started) => change(started, { status: 'disabled' }),
  'is deleted': async ({ root, user }) => {
    assert.equal((await call(deleteUsers, { as: root, body: { userUID: [user.userId] } })).status, 200)
  },
  'is of a disabled entity': disableEntity,
  'has the unit no more in reach': giveAway,
}

const WAYS: Readonly<Record<Parameters<typeof begin>[0], typeof OF_USERS>> = {
  'a user': OF_USERS,
  "a user's token": { ...OF_USERS, 'is revoked': revoke },
  "an entity's token": {
    'is revoked': revoke,
    'is of a disabled entity': disableEntity,
    'has the unit no more in reach': giveAway,
  },
}

describe('work that goes on after its request', () => {
  for (const [work, start] of Object.entries(WORK)) {
    for (const [starter, ways] of Object.entries(WAYS) as [keyof typeof WAYS, typeof OF_USERS][]) {
      it(`is done where it is ${work}, for ${starter} with the right to it`, async () => {
        const { given } = await begin(starter)
        const { step, isDone } = await start(given)

        await step()

        assert.equal(await isDone(), true)
      })

      for (const [way, take] of Object.entries(ways)) {
        it(`ends where it is ${work}, when ${starter} that started it ${way}`, async () => {
          const started = await begin(starter)
          const { step, isDone } = await start(started.given)
          assert.equal(await isDone(), false)

          await take(started)
          await step()

          assert.equal(await isDone(), false)
        })
      }
    }
  }
})
