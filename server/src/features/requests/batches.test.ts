import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ActionBatchTable,
  createActionBatch,
  getActionBatch,
  listActionBatches,
  stopActionBatch,
} from '@fieldwatch/contract/actions/action-batches'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import type { SignedInUser } from '#testing/test-app.ts'
import { createBatchStore } from './batch-store.ts'
import { isRequestWorkDue } from './request-due-store.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const portal = await openRequests(database)
const { admin, answer, call, connect, db, features, signInAs, subscribe, unit: buildUnit } = portal

/** So many units that listen and answer with a status, `OK` by default. */
async function buildFleet(count: number, statusOf: (place: number) => string | undefined = () => 'OK') {
  const units: BuiltUnit[] = []
  const asked: number[] = []
  for (let place = 0; place < count; place += 1) {
    const unit = await buildUnit()
    units.push(unit)
    const client = await connect(unit)
    client.on('message', (_topic, payload) => {
      const { action_id } = JSON.parse(payload.toString()) as { action_id: number }
      asked.push(place)
      const status = statusOf(place)
      if (status !== undefined) void answer(unit, action_id, { status })
    })
    await subscribe(client, unit)
  }
  return { units, asked }
}

async function start(
  dataIDs: readonly DataId[],
  given: { stopAfter?: number; as?: SignedInUser } = {},
): Promise<number> {
  const { as = admin, ...body } = given
  const asked = { actionClass: 'Unit', method: 'GET', payload: 'Ping' } as const
  const { body: reply } = await call(createActionBatch, { as, body: { dataIDs: [...dataIDs], ...asked, ...body } })
  return reply.details.batchID
}

async function becomes(batchID: number, isSo: (batch: ActionBatchTable) => boolean): Promise<ActionBatchTable> {
  for (;;) {
    await features.requests.tidy()
    const { body } = await call(getActionBatch, { as: admin, params: { batchID } })
    if (isSo(body.details)) return body.details
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const idsOf = (units: readonly BuiltUnit[]) => units.map(({ dataId }) => dataId)

describe('a request to many units', () => {
  it('goes to one, and to the others when that one has answered OK, and ends with all of them', async () => {
    const { units, asked } = await buildFleet(12)

    const batch = await becomes(await start(idsOf(units)), ({ state }) => state === 'finished')

    assert.deepEqual(batch.counts, { units: 12, open: 0, ok: 12, failed: 0, leftOut: 0 })
    assert.equal(asked[0], 0)
    assert.deepEqual(
      asked.toSorted((one, other) => one - other),
      units.map((_, place) => place),
    )
    assert.deepEqual(
      batch.units.map(({ state, status }) => [state, status]),
      units.map(() => ['answered', 'OK']),
    )
  })

  it('is refused for units that are deactivated, and leaves out one that is deactivated in the meantime', async () => {
    const [first, second] = [await buildUnit(), await buildUnit()]
    const setActive = (active: boolean) =>
      db.updateTable('unit').set({ active }).where('dataId', '=', second.dataId).execute()
    const asked = { dataIDs: idsOf([first, second]), actionClass: 'Unit', method: 'GET', payload: 'Ping' } as const

    await setActive(false)
    const refused = await call(createActionBatch, { as: admin, body: { ...asked, dataIDs: [...asked.dataIDs] } })
    await setActive(true)
    const id = await start(asked.dataIDs)
    await setActive(false)
    const sent = await becomes(id, () => true)
    await answer(first, sent.units[0]?.action_id ?? 0)
    const batch = await becomes(id, ({ state }) => state === 'finished')

    assert.deepEqual([refused.status, refused.failure.code], [403, 'unit/deactivated'])
    assert.deepEqual(
      batch.units.map(({ state }) => state),
      ['answered', 'left-out'],
    )
  })

  it('goes no further when the first unit fails', async () => {
    const { units, asked } = await buildFleet(3, () => 'BUSY')

    const batch = await becomes(await start(idsOf(units)), ({ endedUTC }) => endedUTC !== null)

    assert.deepEqual([batch.state, batch.stopReason], ['stopped', 'failures'])
    assert.deepEqual(asked, [0])
    assert.deepEqual(
      batch.units.map(({ state, status }) => [state, status]),
      [
        ['answered', 'BUSY'],
        ['left-out', null],
        ['left-out', null],
      ],
    )
  })

  it('stops after as many failures as it may have, and takes back what no unit has yet', async () => {
    const { units } = await buildFleet(3, (place) => (place === 0 ? 'OK' : 'BROKEN'))
    const away = await buildUnit()

    const id = await start([...idsOf(units.slice(0, 1)), away.dataId, ...idsOf(units.slice(1))], { stopAfter: 2 })
    const batch = await becomes(id, ({ endedUTC }) => endedUTC !== null)

    assert.equal(batch.state, 'stopped')
    assert.deepEqual(
      batch.units.map(({ status }) => status),
      ['OK', 'CANCELLED', 'BROKEN', 'BROKEN'],
    )
  })

  it('begins with a unit that is connected, and does not wait for those that are away', async () => {
    const away = await buildUnit()
    const { units } = await buildFleet(2)

    const id = await start([away.dataId, ...idsOf(units)])
    const batch = await becomes(id, ({ counts }) => counts.ok === 2)

    assert.deepEqual(
      batch.units.map(({ dataID, state }) => [dataID, state]),
      [
        [units[0]?.dataId, 'answered'],
        [away.dataId, 'waiting'],
        [units[1]?.dataId, 'answered'],
      ],
    )
    assert.equal(batch.state, 'rest')
  })

  it('costs nothing while it waits for units that are away, and goes on when one of them answers', async () => {
    const [first, second, third] = [await buildUnit(), await buildUnit(), await buildUnit()]
    const batchID = await start(idsOf([first, second, third]))
    const isDue = async () => {
      const { rows } = await sql<{ due: boolean }>`select ${isRequestWorkDue(portal.clock())} as due`.execute(db)
      return rows[0]?.due
    }
    const actionOf = async (place: number) => (await createBatchStore(db).listMembers(batchID))[place]?.actionId ?? 0
    await becomes(batchID, () => true)

    assert.equal(await isDue(), false)
    await answer(first, await actionOf(0))
    const sent = await becomes(batchID, ({ state }) => state === 'rest')
    await features.requests.tidy()

    assert.deepEqual(
      sent.units.map(({ state }) => state),
      ['answered', 'waiting', 'waiting'],
    )
    assert.equal(await isDue(), false)
    // A request without a batch leaves nothing to look at.
    const alone = await portal.ask(first)
    await answer(first, alone)
    await portal.becomes(alone, ({ state }) => state === 'answered')
    const { rows } = await sql<{ id: number }>`select id from action_request where not seen_by_batch`.execute(db)
    assert.equal(rows.map(({ id }) => id).includes(alone), false)
    portal.clock.advance(60_000)
    assert.equal(await isDue(), true)
    await features.requests.tidy()
    assert.equal(await isDue(), false)
  })

  it('is stopped by a person, once', async () => {
    const units = [await buildUnit(), await buildUnit()]
    const batchID = await start(idsOf(units))

    const { body } = await call(stopActionBatch, { as: admin, params: { batchID } })
    const again = await call(stopActionBatch, { as: admin, params: { batchID } })

    assert.deepEqual(
      [body.details.state, body.details.stopReason, ...body.details.units.map(({ state }) => state)],
      ['stopped', 'cancelled', 'cancelled', 'left-out'],
    )
    assert.deepEqual([again.status, again.failure.code], [409, 'action/batch-ended'])
  })

  it('is stopped when its starter is disabled', async () => {
    const other = await signInAs({ role: 'admin', entity: admin.entity })
    const [away, last] = [await buildUnit(), await buildUnit()]
    const batchID = await start(idsOf([away, last]), { as: other })
    await call(updateUsers, { as: admin, body: { userUID: other.userId, status: 'disabled' } })

    const batch = await becomes(batchID, ({ endedUTC }) => endedUTC !== null)

    assert.deepEqual([batch.state, batch.stopReason], ['stopped', 'not-permitted'])
    assert.deepEqual(
      batch.units.map(({ state, notSentReason }) => [state, notSentReason]),
      [
        ['not-sent', 'not-permitted'],
        ['left-out', null],
      ],
    )
  })

  it('leaves out a unit that has left the reach of its starter', async () => {
    const [away, gone, last] = [await buildUnit(), await buildUnit(), await buildUnit()]
    const batchID = await start(idsOf([away, gone, last]))
    const { entity } = await signInAs({ role: 'admin' })
    await db.updateTable('unitEntity').set({ entityId: entity }).where('dataId', '=', gone.dataId).execute()
    const [row] = await db.selectFrom('actionRequest').select('id').where('dataId', '=', away.dataId).execute()
    await answer(away, row?.id ?? 0)

    const members = () => createBatchStore(db).listMembers(batchID)
    while ((await members())[2]?.state === null) await features.requests.tidy()

    assert.deepEqual(
      (await members()).map(({ state, leftOut: isLeftOut }) => [state, isLeftOut]),
      [
        ['answered', false],
        [null, true],
        ['waiting', false],
      ],
    )
  })

  it('stays with its starter, who stops it, when one of its units moves away', async () => {
    const other = await signInAs({ role: 'admin' })
    const chief = await signInAs({ role: 'admin', entity: admin.entity })
    const [first, second] = [await buildUnit(), await buildUnit()]
    const batchID = await start(idsOf([first, second]))
    await db.updateTable('unitEntity').set({ entityId: other.entity }).where('dataId', '=', second.dataId).execute()
    await db.updateTable('unit').set({ friendlyName: 'Their name' }).where('dataId', '=', second.dataId).execute()
    const listed = async (as: SignedInUser) =>
      (await call(listActionBatches, { as, query: {} })).body.details.batches.some((batch) => batch.batchID === batchID)

    assert.deepEqual([await listed(admin), await listed(chief), await listed(other)], [true, false, false])
    const { body } = await call(getActionBatch, { as: admin, params: { batchID } })
    assert.equal(body.details.units.find(({ dataID }) => dataID === second.dataId)?.friendlyName, second.dataId)
    const foreign = await call(stopActionBatch, { as: other, params: { batchID } })
    assert.equal(foreign.failure.code, 'action/batch-not-found')
    const stopped = await call(stopActionBatch, { as: admin, params: { batchID } })
    assert.deepEqual([stopped.body.details.state, stopped.body.details.stopReason], ['stopped', 'cancelled'])
  })

  it('is for admins who have all of its units in reach', async () => {
    const [mine, strange] = [await buildUnit(), await buildUnit()]
    await db
      .updateTable('unitEntity')
      .set({ entityId: (await signInAs({ role: 'admin' })).entity })
      .where('dataId', '=', strange.dataId)
      .execute()
    const body = { actionClass: 'Unit', method: 'GET', payload: 'Ping' } as const
    const dataIDs = [mine.dataId, strange.dataId]

    const refused = await call(createActionBatch, { as: admin, body: { ...body, dataIDs } })
    const batchID = await start([mine.dataId])
    const stranger = await signInAs({ role: 'admin' })
    const seen = await call(getActionBatch, { as: stranger, params: { batchID } })
    const listed = await call(listActionBatches, { as: stranger })
    const own = await call(listActionBatches, { as: admin })

    assert.deepEqual([refused.status, refused.failure.code], [404, 'unit/not-found'])
    assert.deepEqual([seen.status, listed.body.details.batches], [404, []])
    assert.equal(own.body.details.batches[0]?.batchID, batchID)
  })
})
