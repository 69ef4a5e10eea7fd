import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { getMapSettings, getPlaceTile, getWorldTile } from '@fieldwatch/contract/api/map'
import { getNearestPlace } from '@fieldwatch/contract/units/nearest-place'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { writeTileArchive } from '../../../../scripts/write-tile-archive.ts'

const STYLE = 'https://tiles.example/style.json'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-map-'))
after(() => rm(folder, { recursive: true }))
const worldMapPath = join(folder, 'world.pmtiles')
const land = Buffer.from('land '.repeat(100))
await writeFile(worldMapPath, writeTileArchive([{ z: 1, x: 0, y: 1, bytes: land }]))

const database = await createTestDatabase()
const keyed = await createTestApp({
  database,
  mapSettings: { styleUrl: undefined, googleMapsKey: 'a-key', streets: undefined },
})
const plain = await createTestApp({ database, worldMapPath })
const styled = await createTestApp({
  database,
  mapSettings: { styleUrl: STYLE, googleMapsKey: undefined, streets: undefined },
})

describe('GET map', () => {
  it('needs a sign-in', async () => {
    assert.equal((await styled.call(getMapSettings)).failure.code, 'auth/missing-token')
  })

  it('returns the style that the portal is configured with', async () => {
    const { status, body } = await styled.call(getMapSettings, { as: await styled.signInAs() })

    assert.equal(status, 200)
    assert.deepEqual(body.details, { styleUrl: STYLE, googleMapsKey: null, streets: null })
  })

  it('returns the key that Google Maps is configured with', async () => {
    const { body } = await keyed.call(getMapSettings, { as: await keyed.signInAs() })

    assert.deepEqual(body.details, { styleUrl: null, googleMapsKey: 'a-key', streets: null })
  })

  it('returns none without configuration', async () => {
    const { body } = await plain.call(getMapSettings, { as: await plain.signInAs() })

    assert.deepEqual(body.details, { styleUrl: null, googleMapsKey: null, streets: null })
  })
})

describe('a tile of the world', () => {
  it('is sent to anyone, as large as the browser likes it, and to be kept', async () => {
    const { status, response } = await plain.call(getWorldTile, { params: { z: 1, x: 0, y: 1 } })
    const packed = await plain.call(getWorldTile, {
      params: { z: 1, x: 0, y: 1 },
      headers: { 'accept-encoding': 'br, gzip' },
    })

    assert.deepEqual([status, response.headers['content-encoding']], [200, undefined])
    assert.deepEqual(response.rawPayload, land)
    assert.equal(response.headers['content-type'], 'application/vnd.mapbox-vector-tile')
    assert.match(String(response.headers['cache-control']), /^public, max-age=\d+$/)
    assert.equal(packed.response.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(packed.response.rawPayload), land)
  })

  it('is empty where there is nothing', async () => {
    const { status, response } = await plain.call(getWorldTile, { params: { z: 1, x: 1, y: 1 } })

    assert.deepEqual([status, response.rawPayload.length], [204, 0])
  })

  for (const params of [
    { z: 1, x: 2, y: 0 },
    { z: 1, x: 0, y: -1 },
    { z: 23, x: 0, y: 0 },
    { z: '1.5', x: 0, y: 0 },
  ]) {
    it(`is invalid at ${JSON.stringify(params)}`, async () => {
      assert.equal((await plain.call(getWorldTile, { params })).failure.code, 'request/invalid')
      assert.equal((await plain.call(getPlaceTile, { params })).failure.code, 'request/invalid')
    })
  }

  it('waits for the build of the web app', async () => {
    const later = join(folder, 'later.pmtiles')
    const early = await createTestApp({ database, worldMapPath: later })
    const { status, failure } = await early.call(getWorldTile, { params: { z: 0, x: 0, y: 0 } })
    await writeFile(later, writeTileArchive([{ z: 0, x: 0, y: 0, bytes: land }]))

    assert.deepEqual([status, failure.code], [503, 'map/not-built'])
    assert.equal((await early.call(getWorldTile, { params: { z: 0, x: 0, y: 0 } })).status, 200)
  })
})

describe('a tile of places', () => {
  it('is sent to anyone, and empty at sea', async () => {
    const world = await plain.call(getPlaceTile, { params: { z: 0, x: 0, y: 0 } })
    const sea = await plain.call(getPlaceTile, { params: { z: 9, x: 0, y: 256 } })

    assert.equal(world.status, 200)
    assert.ok(world.response.rawPayload.includes('Shanghai'))
    assert.equal(sea.status, 204)
  })
})

describe('GET places/nearest', () => {
  it('needs a sign-in and a position', async () => {
    const as = await plain.signInAs()

    assert.equal((await plain.call(getNearestPlace)).failure.code, 'auth/missing-token')
    for (const query of [{}, { lat: 91, lon: 0 }, { lat: 0, lon: 181 }, { lat: 'north', lon: 0 }]) {
      assert.equal((await plain.call(getNearestPlace, { as, query: query as never })).failure.code, 'request/invalid')
    }
  })

  it('names the place and returns its position', async () => {
    const as = await plain.signInAs()
    const { body } = await plain.call(getNearestPlace, { as, query: { lat: 55.195, lon: -1.6878 } })

    const { lat, lon, ...place } = body.details
    assert.deepEqual(place, { name: 'Morpeth', distanceKm: 3, direction: 'north' })
    assert.deepEqual([lat.toFixed(3), lon.toFixed(3)], ['55.169', '-1.689'])
  })
})
