import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { silentLog } from '#testing/test-database.ts'
import { createPlaces } from './places.ts'

const places = createPlaces({ log: silentLog })
after(() => places.close())

const unit = (currentLat: number | null, currentLon: number | null): DataDocument => ({
  dataID: 'pump' as DataId,
  friendlyName: 'Pump',
  description: '',
  size: '',
  service: '',
  image: '',
  active: true,
  lastActivityUTC: null,
  lastMessage: null,
  currentLat,
  currentLon,
  entities: [],
  defaultTemplate: null,
  customTemplate: null,
  apps: [],
  pausedData: [],
  connected: false,
  version: 1,
})

const namesIn = (tile: Uint8Array | undefined): unknown[] => {
  const layer = new VectorTile(new PbfReader(tile ?? new Uint8Array())).layers['place']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties['name'])
}

describe('the places of the world', () => {
  it('name the location of each unit', async () => {
    const documents = await places.addNearest([unit(55.195, -1.6878), unit(null, null), unit(91, 0)])

    assert.deepEqual(
      documents.map(({ nearestPlace }) => nearestPlace),
      [{ name: 'Morpeth', distanceKm: 3, direction: 'north' }, null, null],
    )
  })

  it('name the new location of a unit after it moved', async () => {
    await places.addNearest([unit(55.195, -1.6878)])
    const [moved] = await places.addNearest([unit(51.5, -0.12)])
    const [lost] = await places.addNearest([unit(null, null)])

    assert.equal(moved?.nearestPlace?.name, 'London')
    assert.equal(lost?.nearestPlace, null)
  })

  it('begin with the biggest cities', async () => {
    const names = namesIn(await places.tile({ z: 0, x: 0, y: 0 }))

    assert.equal(names.length, 64)
    assert.ok(names.includes('Shanghai') && names.includes('London'))
  })

  it('are all there close up', async () => {
    const names = namesIn(await places.tile({ z: 9, x: 253, y: 161 }))

    assert.ok(names.includes('Morpeth') && names.includes('Hebron'), names.join())
  })

  it('leave the open sea empty', async () => {
    assert.equal(await places.tile({ z: 9, x: 0, y: 256 }), undefined)
  })
})

it('Units are shown without places when those cannot be read', async () => {
  const broken = createPlaces({ log: silentLog, load: () => Promise.reject(new Error('no such file')) })

  assert.deepEqual(await broken.addNearest([unit(55, -1)]), [unit(55, -1)])
  assert.equal(await broken.tile({ z: 0, x: 0, y: 0 }), undefined)
})
