import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pixelOf, positionAt, worldSize } from './mercator.ts'

it('puts the crossing of equator and prime meridian in the middle of the world', () => {
  expect(pixelOf([0, 0], worldSize(0))).toEqual({ x: 256, y: 256 })
  expect(pixelOf([-180, 0], worldSize(1)).x).toBe(0)
  expect(pixelOf([0, 85.051129], worldSize(3)).y).toBeCloseTo(0, 2)
})

it('finds the position of each pixel again', () => {
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  const latitude = fc.double({ min: -85, max: 85, noNaN: true })
  fc.assert(
    fc.property(longitude, latitude, fc.integer({ min: 0, max: 20 }), (east, north, zoom) => {
      const [foundEast, foundNorth] = positionAt(pixelOf([east, north], worldSize(zoom)), worldSize(zoom))
      expect(foundEast).toBeCloseTo(east, 8)
      expect(foundNorth).toBeCloseTo(north, 8)
    }),
  )
})
