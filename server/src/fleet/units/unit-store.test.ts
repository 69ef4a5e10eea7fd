import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { createTestDatabase } from '#testing/test-database.ts'
import { listRejected } from './rejected-message-store.ts'
import { createUnitStore } from './unit-store.ts'

const database = await createTestDatabase()
const units = createUnitStore(database.db)
const north = 'north' as EntityId
const south = 'south' as EntityId
const foreign = 'foreign' as EntityId

for (const id of [north, south, foreign]) {
  await database.db.insertInto('entity').values({ id, name: id, parentId: null }).execute()
}

async function addUnit(dataId: string, friendlyName: string, entities: EntityId[]): Promise<DataId> {
  const id = dataId as DataId
  await units.create({ dataId: id, friendlyName, entities, tokenHash: Buffer.alloc(32, 1), createdAt: 0 })
  return id
}

await addUnit('b', 'Pump 10', [north])
await addUnit('a', 'pump 2', [north, south, foreign])
await addUnit('c', 'Pump 1', [foreign])

test('Documents come by name, numbers in names counted as numbers', async () => {
  const documents = await units.listDocuments([north])
  assert.deepEqual(
    documents.map((document) => document.friendlyName),
    ['pump 2', 'Pump 10'],
  )
})

// spec 1-3-26
test('A document names only the entities of the reach that it is read for', async () => {
  const [shared] = await units.listDocuments([north], { reach: [north, south] })
  assert.deepEqual(shared?.entities, [north, south])
  assert.deepEqual((await units.getDocument('a' as DataId, [south])).entities, [south])
})

test('A list can be narrowed to some units', async () => {
  const documents = await units.listDocuments([north], { dataIds: ['b' as DataId, 'c' as DataId] })
  assert.deepEqual(
    documents.map((document) => document.dataID),
    ['b'],
  )
})

test('A unit of another entity is not found, as one that does not exist', async () => {
  const expected = { code: 'unit/not-found', message: 'Device not found' }
  await assert.rejects(units.getDocument('c' as DataId, [north, south]), expected)
  await assert.rejects(units.getDocument('nothing' as DataId, [north, south]), expected)
})

test('Names of units leave out those of other entities', async () => {
  assert.deepEqual(await units.listNames([south]), [{ id: 'a', friendlyName: 'pump 2', active: true }])
})

test('A dataID can be taken only once', async () => {
  await assert.rejects(addUnit('c', 'Another', [north]), { code: 'unit/exists' })
})

test('Access of a unit has its token, its paused collections, its calculated sources, whether it is active, and an entity', async () => {
  const id = await addUnit('access', 'Access', [north])
  await units.update(id, { pausedData: ['tank', 'tank', 'flow'] as SourceName[] })
  await units.update(id, { tokenHash: Buffer.alloc(32, 7) })

  const access = await units.findAccess(id)

  assert.deepEqual(access, {
    tokenHash: Buffer.alloc(32, 7),
    pausedData: new Set(['tank', 'flow']),
    // The portal writes that one, too.
    calculatedSources: new Set(['action_request']),
    active: true,
    entity: north,
  })
  assert.equal(await units.findAccess('nothing' as DataId), undefined)
})

test('Refused messages come newest first and only of the unit', async () => {
  const row = { receivedAt: new Date(0), source: null, channel: 'http' as const, message: 'Bad.', payload: '{' }
  const code = 'record/malformed-json'
  await database.db
    .insertInto('rejectedMessage')
    .values([
      { ...row, dataId: 'a' as DataId, code, payload: 'first' },
      { ...row, dataId: 'a' as DataId, code, payload: 'second' },
      { ...row, dataId: 'b' as DataId, code },
    ])
    .execute()

  const rejected = await listRejected(database.db, 'a' as DataId, 10)

  assert.deepEqual(
    rejected.map(({ payload, receivedUTC }) => ({ payload, receivedUTC })),
    [
      { payload: 'second', receivedUTC: '1970-01-01T00:00:00.000Z' },
      { payload: 'first', receivedUTC: '1970-01-01T00:00:00.000Z' },
    ],
  )
  assert.equal((await listRejected(database.db, 'a' as DataId, 1)).length, 1)
})
