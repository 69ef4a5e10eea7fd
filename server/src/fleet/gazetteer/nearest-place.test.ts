import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openGazetteer, packGazetteer } from './gazetteer.ts'
import { directionOf, nearestPlace, radiusKm } from './nearest-place.ts'

const place = (name: string, lat: number, lon: number, population = 5000, featureCode = 'PPL') => ({
  name,
  featureCode,
  population,
  loc: { coordinates: [lon, lat] as [number, number] },
})

const gazetteer = openGazetteer(
  packGazetteer([
    place('Morpeth', 55.1688, -1.6878, 14_403),
    place('Hebron', 55.195, -1.689, 0),
    place('Old Morpeth', 55.19, -1.6878, 300, 'PPLQ'),
    place('London', 51.5085, -0.1257, 7_556_900),
    place('Labasa', -16.4332, 179.3645),
    place('Longyearbyen', 78.2232, 15.6469),
    place('McMurdo Station', -77.846, 166.676),
  ]),
)
const near = (lat: number, lon: number) => {
  const { name, distanceKm, direction } = nearestPlace(gazetteer, lon, lat) ?? {}
  return { name, distanceKm, direction }
}

describe('the nearest place', () => {
  it('is returned with its distance and the direction from it', () => {
    assert.deepEqual(near(55.1958, -1.6878), { name: 'Morpeth', distanceKm: 3, direction: 'north' })
    assert.deepEqual(near(55.1688, -1.5), { name: 'Morpeth', distanceKm: 12, direction: 'east' })
  })

  it('has the position in it when that is very near', () => {
    assert.deepEqual(near(55.17, -1.688), { name: 'Morpeth', distanceKm: 0, direction: null })
  })

  it('reaches as far as its people need', () => {
    assert.deepEqual(near(51.6, -0.1257), { name: 'London', distanceKm: 10, direction: null })
    assert.equal(radiusKm(0), 1)
  })

  it('may lie beyond the date line', () => {
    assert.deepEqual(near(-16.4332, -179.7), { name: 'Labasa', distanceKm: 100, direction: 'east' })
  })

  it('is found from the poles', () => {
    assert.deepEqual(near(90, 0), { name: 'Longyearbyen', distanceKm: 1310, direction: 'north' })
    assert.deepEqual(near(-90, 0), { name: 'McMurdo Station', distanceKm: 1351, direction: 'south' })
  })

  it('is the only one there is, wherever that is', () => {
    const lonely = openGazetteer(packGazetteer([place('Adamstown', -25.066, -130.1, 46)]))
    assert.equal(nearestPlace(lonely, 50, 25)?.name, 'Adamstown')
  })

  it('is unknown where there are no places', () => {
    assert.equal(nearestPlace(openGazetteer(packGazetteer([])), 0, 0), undefined)
  })
})

describe('a direction', () => {
  for (const [lat, lon, direction] of [
    [1, 0, 'north'],
    [1, 1, 'north-east'],
    [0, 1, 'east'],
    [-1, 1, 'south-east'],
    [-1, 0, 'south'],
    [-1, -1, 'south-west'],
    [0, -1, 'west'],
    [1, -1, 'north-west'],
  ] as const) {
    it(`is ${direction} from the equator to ${lat}, ${lon}`, () => {
      assert.equal(directionOf({ lat: 0, lon: 0 }, { lat, lon }), direction)
    })
  }
})
