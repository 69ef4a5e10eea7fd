import { describe, expect, it } from 'vitest'
import { extentOf, positionOf } from './position.ts'

describe('the position of a marker', () => {
  // spec 1-2-50
  it.each([
    [39.2, -98.9, [-98.9, 39.2]],
    [0, 0, [0, 0]],
    [90, 180, [180, 90]],
    [-90, -180, [-180, -90]],
    [90.01, 0, undefined],
    [-90.01, 0, undefined],
    [0, 180.01, undefined],
    [0, -180.01, undefined],
    [null, 4, undefined],
    [4, undefined, undefined],
    ['39.2', -98.9, undefined],
    [Number.NaN, 4, undefined],
    [4, Number.POSITIVE_INFINITY, undefined],
  ])('of latitude %s and longitude %s is %s', (latitude, longitude, position) => {
    expect(positionOf(latitude, longitude)).toEqual(position)
  })
})

describe('the extent of positions', () => {
  it('holds all of them', () => {
    expect(
      extentOf([
        [10, 50],
        [-20, 60],
        [5, -3],
      ]),
    ).toEqual([-20, -3, 10, 60])
  })

  it.each([
    [
      [179.95, -179.95],
      [179.95, 180.05],
    ],
    [
      [-179.95, 179.95, 179.9],
      [179.9, 180.05],
    ],
    [
      [170, -170, 175, -175],
      [170, 190],
    ],
    [
      [-100, 100, 0],
      [-100, 100],
    ],
    [
      [179, 181.5],
      [179, 181.5],
    ],
    [
      [10, 10],
      [10, 10],
    ],
  ])('of longitudes %j is the narrow one, also over the antimeridian', (longitudes, [west, east]) => {
    const extent = extentOf(longitudes.map((longitude) => [longitude, 0]))
    expect(extent?.[0]).toBeCloseTo(west ?? 0, 9)
    expect(extent?.[2]).toBeCloseTo(east ?? 0, 9)
  })

  it('is nothing without any', () => {
    expect(extentOf([])).toBeUndefined()
  })
})
