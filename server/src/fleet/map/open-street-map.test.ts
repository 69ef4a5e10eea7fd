import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { getMapSettings, getStreetTile } from '@fieldwatch/contract/api/map'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { writeTileArchive } from '../../../../scripts/write-tile-archive.ts'
import { readConfig } from '#config.ts'
import { startServer } from '#start-server.ts'
import { openStreetMap } from './open-street-map.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-streets-'))
after(() => rm(folder, { recursive: true }))

const vectorLayers = ['earth', 'roads', 'places'].map((id) => ({ id }))
const bounds = [-2, 55, -1, 56] as const
const streets = Buffer.from('High Street '.repeat(50))

async function file(name: string, content: Uint8Array | string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const tile = { z: 14, x: 8114, y: 5160, bytes: streets }
const sound = writeTileArchive([tile], {
  bounds,
  metadata: { vector_layers: vectorLayers, attribution: '© Surveyors' },
})
const archive = await openStreetMap(await file('sound.pmtiles', sound))
const plain = await openStreetMap(
  await file('plain.pmtiles', writeTileArchive([tile], { bounds, metadata: { vector_layers: vectorLayers } })),
)
after(() => Promise.all([archive.close(), plain.close()]))

const database = await createTestDatabase()
const settings = { styleUrl: undefined, googleMapsKey: undefined }
const app = await createTestApp({ database, mapSettings: { ...settings, streets: archive } })
const unnamed = await createTestApp({ database, mapSettings: { ...settings, streets: plain } })
const without = await createTestApp({ database })

describe('the street map of the portal', () => {
  it('is reported with its coverage and attribution', async () => {
    const { body } = await app.call(getMapSettings, { as: await app.signInAs() })

    assert.deepEqual(body.details.streets, {
      minZoom: 14,
      maxZoom: 14,
      bounds: [...bounds],
      attribution: '© Surveyors',
    })
  })

  it('is credited to OpenStreetMap when the file does not say whom it is from', async () => {
    const { body } = await unnamed.call(getMapSettings, { as: await unnamed.signInAs() })

    assert.match(body.details.streets?.attribution ?? '', /OpenStreetMap/)
  })

  it('is sent tile by tile to who is signed in', async () => {
    const as = await app.signInAs()
    const anonymous = await app.call(getStreetTile, { params: { z: 14, x: 8114, y: 5160 } })
    const { status, response } = await app.call(getStreetTile, { as, params: { z: 14, x: 8114, y: 5160 } })
    const elsewhere = await app.call(getStreetTile, { as, params: { z: 14, x: 8115, y: 5160 } })
    const outside = await app.call(getStreetTile, { as, params: { z: 14, x: 16_384, y: 0 } })

    assert.equal(anonymous.failure.code, 'auth/missing-token')
    assert.equal(status, 200)
    assert.deepEqual(response.rawPayload, streets)
    assert.match(String(response.headers['cache-control']), /^private/)
    assert.equal(elsewhere.status, 204)
    assert.equal(outside.failure.code, 'request/invalid')
  })

  it('is not there without configuration', async () => {
    const { failure } = await without.call(getStreetTile, {
      as: await without.signInAs(),
      params: { z: 0, x: 0, y: 0 },
    })

    assert.equal(failure.code, 'map/no-streets')
  })
})

describe('a file that is no street map', () => {
  for (const [title, name, content, reason] of [
    ['of another kind', 'notes.txt', 'Not a map. '.repeat(50), /magic number/],
    ['that is empty', 'empty.pmtiles', '', /too short/],
    ['that was cut short', 'cut.pmtiles', sound.subarray(0, 150), /./],
    ['of pictures', 'pictures.pmtiles', writeTileArchive([tile], { tileType: 2 }), /no vector tiles/],
    ['of another scheme', 'other.pmtiles', writeTileArchive([tile]), /none of the layers earth, roads, places/],
  ] as const) {
    it(`${title} is refused with a sentence that names it`, async () => {
      const path = await file(name, content)

      await assert.rejects(openStreetMap(path), (error: Error) => {
        assert.ok(error.message.startsWith(`FIELDWATCH_MAP_PMTILES is not valid: ${path} is no street map: `))
        assert.match(error.message, reason)
        return true
      })
    })
  }

  it('stops the start', async () => {
    const config = readConfig({ FIELDWATCH_MAP_PMTILES: join(folder, 'missing.pmtiles'), FIELDWATCH_DATA: folder })

    await assert.rejects(startServer(config, silentLog), /FIELDWATCH_MAP_PMTILES is not valid: .*missing\.pmtiles/)
  })
})
