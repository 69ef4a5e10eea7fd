import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distanceBetween } from '@fieldwatch/contract/places/sphere'
import { listNearestUnits } from '@fieldwatch/contract/units/nearest-units'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const viewer = await signInAs({ entity })

const at = (lat: number | null, lon: number | null, of = entity) =>
  buildUnit(db, { entity: of, currentLat: lat, currentLon: lon })
const near = async (lat: number, lon: number, more: { radius?: number; limit?: number } = {}) =>
  (await call(listNearestUnits, { as: viewer, query: { lat, lon, ...more } })).body.details

describe('the nearest units', () => {
  it('are those within the radius, by their distance, without those of other entities', async () => {
    const here = await at(59.3, 18.1)
    const there = await at(59.35, 18.1)
    await at(60, 18.1)
    await at(null, null)
    await at(59.3, 18.1, await buildEntity(db))

    const { units, total } = await near(59.3, 18.1)
    assert.equal(total, 2)
    assert.deepEqual(
      units.map(({ dataID }) => dataID),
      [here.dataId, there.dataId],
    )
    const distance = distanceBetween([18.1, 59.3], [18.1, 59.35])
    assert.ok(Math.abs((units[1]?.distance ?? 0) - distance) < 0.01)
    assert.deepEqual((await near(59.3, 18.1, { limit: 1 })).units.length, 1)
    assert.equal((await near(59.3, 18.1, { limit: 1 })).total, 2)
  })

  it('are found over the antimeridian and around a pole', async () => {
    const west = await at(-16.5, 179.99)
    const east = await at(-16.5, -179.99)
    const polar = await at(89.99, 0)

    const overLine = (await near(-16.5, 180)).units.map(({ dataID }) => dataID)
    assert.deepEqual(new Set(overLine), new Set([west.dataId, east.dataId]))
    assert.deepEqual(
      (await near(89.99, 180)).units.map(({ dataID }) => dataID),
      [polar.dataId],
    )
  })
})
