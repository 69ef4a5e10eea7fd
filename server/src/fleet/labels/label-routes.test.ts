import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { getActivity, listActivity } from '@fieldwatch/contract/activity/activity'
import type { DataId, EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import { MOST_LABELS, MOST_LABELS_A_UNIT } from '@fieldwatch/contract/units/label-limits'
import { createLabel, labelUnits, listLabels, removeLabel, updateLabel } from '@fieldwatch/contract/units/labels'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { readEvents } from '#testing/read-events.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const lower = await signInAs({ role: 'admin', entity: below })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

function startAfresh(): void {
  beforeEach(async () => {
    await db.deleteFrom('label').execute()
  })
}

const add = async (name: string, given: { entity?: EntityId } = {}, as = admin): Promise<LabelId> =>
  (await call(createLabel, { as, body: { name, colour: 'blue', ...given } })).body.details.labelID
const put = (dataIDs: DataId[], change: { add?: LabelId[]; remove?: LabelId[] }, as = admin) =>
  call(labelUnits, { as, body: { dataIDs, ...change } })
const list = async (as: SignedInUser) => (await call(listLabels, { as })).body.details
const documentOf = async (dataID: DataId, as = admin) =>
  (await call(listUnits, { as, query: { dataID } })).body.details as DataDocument
const unitOf = async (entity: EntityId = top) => (await buildUnit(db, { entity })).dataId

describe('a label', () => {
  startAfresh()
  it('is of an entity, and is seen by everyone who has it in reach', async () => {
    const labelID = await add('Urgent')
    const shown = { labelID, entity: top, name: 'Urgent', colour: 'blue', units: 0, version: 1 }

    assert.deepEqual(await list(viewer), [shown])
    assert.deepEqual(await list(lower), [])
    assert.deepEqual(await list(stranger), [])
  })

  it('is renamed and recoloured by admins who have its entity in reach', async () => {
    const labelID = await add('Old', { entity: below })

    const { body } = await call(updateLabel, { as: admin, body: { labelID, name: 'New', colour: 'red' } })
    const { name, colour, version } = body.details
    assert.deepEqual({ name, colour, version }, { name: 'New', colour: 'red', version: 2 })
    for (const [as, code] of [
      [viewer, 'access/forbidden'],
      [stranger, 'label/not-found'],
    ] as const)
      assert.equal((await call(updateLabel, { as, body: { labelID, name: 'Mine' } })).failure.code, code)
  })

  it('has a name that no other of its entity has, capitals aside', async () => {
    const labelID = await add('Urgent')
    const other = await add('Later')

    const again = await call(createLabel, { as: admin, body: { name: 'URGENT', colour: 'red' } })
    const renamed = await call(updateLabel, { as: admin, body: { labelID: other, name: 'urgent' } })
    const itself = await call(updateLabel, { as: admin, body: { labelID, name: 'URGENT' } })
    const elsewhere = await call(createLabel, { as: lower, body: { name: 'Urgent', colour: 'red' } })

    assert.equal(again.failure.code, 'label/name-taken')
    assert.equal(renamed.failure.code, 'label/name-taken')
    assert.equal(itself.status, 200)
    assert.equal(elsewhere.status, 200)
  })

  it('is not changed from an older version', async () => {
    const labelID = await add('Old')
    await call(updateLabel, { as: admin, body: { labelID, name: 'Mine' } })

    const late = await call(updateLabel, { as: admin, body: { labelID, name: 'Hers', version: 1 } })

    assert.equal(late.failure.code, 'label/changed')
    assert.equal((await list(admin))[0]?.name, 'Mine')
  })

  it('is one of at most a hundred of its entity', async () => {
    await db
      .insertInto('label')
      .values(
        Array.from({ length: MOST_LABELS - 1 }, (_, n) => {
          const created = { createdBy: null, createdAt: new Date(0) }
          return { id: `many-${n}` as LabelId, entityId: top, name: `Label ${n}`, colour: 'grey' as const, ...created }
        }),
      )
      .execute()

    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => call(createLabel, { as: admin, body: { name, colour: 'red' } })),
    )

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409],
    )
    assert.equal((await list(admin)).length, MOST_LABELS)
  })

  it('is taken off its units when it is deleted, which says how many in reach had it', async () => {
    const labelID = await add('Urgent')
    const [near, far] = [await unitOf(), await unitOf()]
    await put([near, far], { add: [labelID] })
    await db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', far).execute()

    const { body } = await call(removeLabel, { as: admin, body: { labelID } })

    assert.equal(body.details.units, 1)
    assert.equal((await documentOf(near)).labels, undefined)
    assert.deepEqual(await list(admin), [])
  })

  it('notifies every open list of its change', async () => {
    await unitOf()
    const reader = await readEvents(app, 'stream/live?devices=viewing', { as: viewer })
    let event = await reader.next()
    await add('Foreign', {}, stranger)
    await add('Urgent')

    while (event?.event === 'modified') event = await reader.next()

    assert.equal(event?.event, 'labels')
    reader.close()
  })
})

describe('the labels of a unit', () => {
  startAfresh()
  it('are put on and taken off many units at once, and others stay', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    const [one, other] = [await unitOf(), await unitOf(below)]
    await put([one], { add: [a, b] })

    const { body } = await put([one, other, one], { add: [c], remove: [a] })

    assert.equal(body.details.changed, 2)
    assert.deepEqual(new Set((await documentOf(one)).labels), new Set([b, c]))
    assert.deepEqual((await documentOf(other)).labels, [c])
    assert.equal((await put([one], { add: [c], remove: [a] })).body.details.changed, 0)
  })

  it('are shown to those who have their entity in reach, in lists and streams', async () => {
    const [ofTop, ofBelow] = [await add('Top'), await add('Below', { entity: below })]
    const unit = await unitOf(below)
    const reader = await readEvents(app, `stream/devices?dataID=${unit}`, { as: lower })
    await reader.next()

    await put([unit], { add: [ofTop, ofBelow] })

    assert.deepEqual(new Set((await documentOf(unit)).labels), new Set([ofTop, ofBelow]))
    assert.deepEqual((await documentOf(unit, lower)).labels, [ofBelow])
    const streamed = (await reader.next())?.data as DataDocument | undefined
    assert.deepEqual(streamed?.labels, [ofBelow])
    reader.close()
  })

  it('are changed by admins on units in reach with labels in reach, on all of them or on none', async () => {
    const label = await add('A')
    const far = await add('Far', {}, stranger)
    const [unit, foreign] = [await unitOf(), await unitOf(stranger.entity)]

    const answers = [
      await put([unit], { add: [label] }, viewer),
      await put([unit, foreign], { add: [label] }),
      await put([unit], { add: [label, far] }),
      await put([unit], { add: [label], remove: ['none' as LabelId] }),
    ]

    assert.deepEqual(
      answers.map(({ failure }) => failure.code),
      ['access/forbidden', 'unit/not-found', 'label/not-found', 'label/not-found'],
    )
    assert.equal((await documentOf(unit)).labels, undefined)
  })

  it('are at most ten of one entity, and those of others do not count', async () => {
    const labels: LabelId[] = []
    for (let n = 0; n <= MOST_LABELS_A_UNIT; n += 1) labels.push(await add(`Label ${n}`))
    const unit = await unitOf(below)
    await put([unit], { add: [await add('Below', { entity: below })] })

    assert.equal((await put([unit], { add: labels.slice(0, MOST_LABELS_A_UNIT) })).status, 200)
    const one = await put([unit], { add: labels.slice(-1) })
    const exchanged = await put([unit], { add: labels.slice(-1), remove: labels.slice(0, 1) })

    assert.equal(one.failure.code, 'label/too-many-on-unit')
    assert.equal(exchanged.status, 200)
  })

  it('stay at most ten when two people put some on at the same time', async () => {
    const labels: LabelId[] = []
    for (let n = 0; n < MOST_LABELS_A_UNIT + 2; n += 1) labels.push(await add(`Label ${n}`))
    const unit = await unitOf()
    const half = MOST_LABELS_A_UNIT / 2 + 1

    const answers = await Promise.all([
      put([unit], { add: labels.slice(0, half) }),
      put([unit], { add: labels.slice(half) }),
    ])

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    )
    assert.equal((await documentOf(unit)).labels?.length, half)
  })

  it('are in the activity of the entity whose labels they are, and of no other', async () => {
    const label = await add('Secret')
    const unit = await unitOf(below)
    await put([unit], { add: [label] })

    const { activity } = (await call(listActivity, { as: admin, query: { dataID: unit } })).body.details
    const ofLower = (await call(listActivity, { as: lower, query: { dataID: unit } })).body.details.activity

    assert.deepEqual(
      activity.map(({ action }) => action),
      ['label unit'],
    )
    const [entry] = activity
    const { before, after } = (await call(getActivity, { as: admin, params: { activityID: entry?.activityID ?? 0 } }))
      .body.details
    assert.deepEqual({ before, after }, { before: { labels: [] }, after: { labels: ['Secret'] } })
    assert.deepEqual(ofLower, [])
  })
})
