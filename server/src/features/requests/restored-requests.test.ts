import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createActionBatch, getActionBatch } from '@fieldwatch/contract/actions/action-batches'
import { pollActions } from '@fieldwatch/contract/actions/action-messages'
import { type ActionRequest, getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { SourceName } from '@fieldwatch/contract/api/ids'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { openDatabase } from '#platform/database/database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { createTestApp, type SignedInUser, type TestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-restored-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const portal = await createTestApp({ database })
const admin = await portal.signInAs({ role: 'admin' })

/** Writes a backup and opens a second portal that was restored from it. */
async function restore(): Promise<{ restored: TestApp; as: SignedInUser }> {
  const files = createMemoryStorage()
  const file = join(folder, 'backup')
  const connection = { connectionString: database.connectionString }
  await writeBackup({ connection, files, clock: systemClock, release: '0.1.0' }, file)
  await sendAfterwards()
  const connectionString = await database.createEmpty()
  await restoreBackup(
    { dataFolder: join(folder, 'data'), databaseUrl: connectionString, storage: files, clock: systemClock },
    file,
    silentLog,
  )
  const opened = openDatabase({ connectionString, connections: 20 }, silentLog)
  database.defer(() => opened.close())
  const restored = await createTestApp({ database: { ...database, ...opened, connectionString } })
  return { restored, as: await restored.signInWith(admin.email) }
}

const given: number[] = []

/** Requests that the backup knows nothing of. */
async function sendAfterwards(): Promise<void> {
  const { dataId } = await build()
  for (let count = 0; count < 3; count += 1) given.push(await send(portal, admin, dataId))
}

function build(): Promise<BuiltUnit> {
  return buildUnit(portal.db, { entity: admin.entity })
}

async function send({ call }: TestApp, as: SignedInUser, dataID: BuiltUnit['dataId']): Promise<number> {
  const { body } = await call(postAction, { as, body: { dataID, actionClass: 'Unit', payload: 'Reboot' } })
  return body.details.action_id
}

async function poll({ call }: TestApp, { dataId, bearer }: BuiltUnit, last = 0): Promise<number[]> {
  const asked = { params: { dataID: dataId }, query: { wait: 0, after: last }, headers: { authorization: bearer } }
  return (await call(pollActions, asked)).body.details.requests.map(({ action_id }) => action_id)
}

async function find({ call }: TestApp, as: SignedInUser, id: number): Promise<ActionRequest> {
  return (await call(getActionRequest, { as, params: { action_id: id } })).body.details
}

const [away, taken, first, second] = [await build(), await build(), await build(), await build()]
const waiting = await send(portal, admin, away.dataId)
const handedOver = await send(portal, admin, taken.dataId)
await poll(portal, taken)
await poll(portal, taken, handedOver)
const batch = await portal.call(createActionBatch, {
  as: admin,
  body: {
    dataIDs: [first.dataId, second.dataId],
    actionClass: 'Unit',
    method: 'POST',
    payload: 'Reboot',
    stopAfter: 2,
  },
})
const { batchID } = batch.body.details
const { restored, as } = await restore()

describe('a portal that was restored from a backup', () => {
  it('hands over no request that waited in the backup, and says so', async () => {
    const atOnce = await poll(restored, away)
    await restored.features.requests.tidy()

    const { state, status, notSentReason, sentUTC } = await find(restored, as, waiting)
    const history = await restored.call(queryData, {
      as,
      body: { dataID: away.dataId, subject: SourceName.parse('action_result') },
    })

    assert.deepEqual([atOnce, await poll(restored, away)], [[], []])
    assert.deepEqual([state, status, notSentReason, sentUTC], ['not-sent', 'NOT_SENT', 'restored', null])
    assert.deepEqual(
      history.body.body.details.data.map((record) => [record['action_id'], record['status'], record['payload']]),
      [[waiting, 'NOT_SENT', 'restored']],
    )
  })

  it('still waits for the answer of a unit that had its request', async () => {
    assert.equal((await find(restored, as, handedOver)).state, 'handed-over')
  })

  it('has stopped the requests to many units', async () => {
    await restored.features.requests.tidy()

    const { body } = await restored.call(getActionBatch, { as, params: { batchID } })

    assert.deepEqual(
      [body.details.state, ...body.details.units.map(({ state }) => state)],
      ['stopped', 'not-sent', 'left-out'],
    )
    assert.deepEqual([await poll(restored, first), await poll(restored, second)], [[], []])
  })

  it('gives no id a second time', async () => {
    const next = await send(restored, as, away.dataId)

    assert.ok(next > Math.max(...given), `${next} after ${given.join(', ')}`)
    assert.deepEqual(await poll(restored, away), [next])
  })
})
