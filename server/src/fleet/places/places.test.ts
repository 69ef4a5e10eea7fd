import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { changePlace, createPlace, listPlaces, MOST_PLACES, removePlace } from '@fieldwatch/contract/places/places'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const lower = await signInAs({ role: 'admin', entity: below })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

function startAfresh(): void {
  beforeEach(async () => {
    await db.deleteFrom('place').execute()
  })
}

const yard: PlaceGeometry = { type: 'Point', coordinates: [18.1, 59.3] }
const field: PlaceGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [18, 59],
      [18.01, 59],
      [18.01, 59.01],
      [18, 59],
    ],
  ],
}
const add = (given: Partial<CallOf<typeof createPlace>['body']> = {}, as = admin) =>
  call(createPlace, { as, body: { name: 'Yard', geometry: yard, ...given } })
const list = async (as = admin, entity?: EntityId) =>
  (await call(listPlaces, { as, query: entity === undefined ? {} : { entity } })).body.details.places

describe('a place', () => {
  startAfresh()
  it('is of an entity, and is seen by everyone who has it in reach', async () => {
    const { placeID } = (await add({ group: 'Depots', colour: 'red', radius: 50 })).body.details
    const shown = { placeID, entity: top, name: 'Yard', group: 'Depots', colour: 'red', geometry: yard, radius: 50 }

    assert.deepEqual(await list(viewer), [{ ...shown, version: 1 }])
    assert.deepEqual(await list(lower), [])
    assert.deepEqual(await list(stranger), [])
    assert.equal((await call(listPlaces, { as: stranger, query: { entity: top } })).failure.code, 'entity/not-found')
  })

  it('is changed and deleted by admins who have its entity in reach', async () => {
    const { placeID } = (await add({ entity: below, radius: 50 })).body.details

    for (const [as, code] of [
      [viewer, 'access/forbidden'],
      [stranger, 'place/not-found'],
    ] as const) {
      assert.equal((await call(changePlace, { as, body: { placeID, name: 'Mine' } })).failure.code, code)
      assert.equal((await call(removePlace, { as, body: { placeID } })).failure.code, code)
    }
    const changed = await call(changePlace, { as: admin, body: { placeID, name: 'Field', geometry: field } })
    const { name, geometry, radius, version } = changed.body.details
    assert.deepEqual({ name, geometry, radius, version }, { name: 'Field', geometry: field, radius: null, version: 2 })
    assert.equal((await call(removePlace, { as: lower, body: { placeID } })).status, 200)
    assert.deepEqual(await list(lower), [])
  })

  it('is not changed from an older version', async () => {
    const { placeID, version } = (await add()).body.details
    await call(changePlace, { as: admin, body: { placeID, version, name: 'First' } })

    const late = await call(changePlace, { as: admin, body: { placeID, version, name: 'Second' } })
    assert.equal(late.status, 409)
    assert.equal(late.failure.code, 'place/changed')
    assert.equal((await list())[0]?.name, 'First')
  })

  it('has a shape that makes sense', async () => {
    const bow: PlaceGeometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    }
    const refused = await add({ geometry: bow })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.failure.details, { fields: { geometry: 'A border must not cross itself.' } })
    assert.equal((await add({ geometry: field, radius: 5 })).status, 400)
    assert.equal((await add({ radius: 0 })).status, 400)
    assert.equal((await add({ geometry: { type: 'Point', coordinates: [181, 0] } })).status, 400)
  })

  it('is in the list of activity with what was changed', async () => {
    const { placeID } = (await add()).body.details
    await call(changePlace, { as: admin, body: { placeID, name: 'Depot' } })
    await call(removePlace, { as: admin, body: { placeID } })

    const { activity } = (await call(listActivity, { as: admin, query: { topic: 'organisation', limit: 3 } })).body
      .details
    assert.deepEqual(
      activity.map(({ action, subjectName }) => [action, subjectName]),
      [
        ['delete place', 'Depot'],
        ['change place', 'Depot'],
        ['create place', 'Yard'],
      ],
    )
  })
})

describe('an entity', () => {
  startAfresh()
  it('has at most 1,000 places, and 50,000 positions', async () => {
    const rows = Array.from({ length: MOST_PLACES }, (_, index) => ({
      entityId: top,
      name: String(index),
      geometry: JSON.stringify(yard),
      positions: 1,
      createdBy: admin.userId,
      createdAt: new Date(0),
    }))
    await db.insertInto('place').values(rows).execute()
    assert.equal((await add()).failure.code, 'place/too-many')
    const [{ placeID } = { placeID: 0 }] = await list()
    assert.equal((await call(changePlace, { as: admin, body: { placeID, name: 'Yard' } })).status, 200)

    await db.updateTable('place').set({ positions: 49 }).execute()
    assert.equal((await call(changePlace, { as: admin, body: { placeID, geometry: field } })).status, 200)
    await db.updateTable('place').set({ positions: 51 }).execute()
    await call(removePlace, { as: admin, body: { placeID } })
    assert.equal((await add()).failure.code, 'place/too-many-positions')

    // Of several such entities the places are asked for one by one.
    await db.updateTable('place').set({ positions: 300 }).execute()
    assert.equal((await call(listPlaces, { as: admin, query: {} })).status, 400)
  })
})
