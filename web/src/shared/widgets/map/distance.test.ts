import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm, EARTH_RADIUS_KM } from './history-track.ts'
import type { Position } from '#shared/map/position.ts'

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
) as fc.Arbitrary<Position>

describe('the distance of two positions', () => {
  // spec 1-9-06
  it('is that of a sphere of 6371 km', () => {
    expect(EARTH_RADIUS_KM).toBe(6371)
    expect(distanceKm([0, 0], [90, 0])).toBeCloseTo((Math.PI / 2) * 6371, 6)
    expect(distanceKm([0, -90], [0, 90])).toBeCloseTo(Math.PI * 6371, 6)
    expect(distanceKm([-0.1278, 51.5074], [2.3522, 48.8566])).toBeCloseTo(343.6, 0)
  })

  it('is short over the date line', () => {
    expect(distanceKm([179.99, 0], [-179.99, 0])).toBeCloseTo(distanceKm([0, 0], [0.02, 0]), 6)
  })

  it('is the same both ways, never negative, and nothing to itself', () => {
    fc.assert(
      fc.property(position, position, (from, to) => {
        expect(distanceKm(from, to)).toBeGreaterThanOrEqual(0)
        expect(distanceKm(from, to)).toBeCloseTo(distanceKm(to, from), 6)
        expect(distanceKm(from, from)).toBe(0)
      }),
    )
  })
})
