import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm } from './history-track.ts'
import { TRACK_STEP_KM, trackLengthKm, trackOf } from './history-track.ts'

const AT = '2026-05-06T12:00:00.000Z'
const FIELDS = { latitudeField: 'lat', longitudeField: 'lon' }
const at = (lat: number | string | null, lon: number | null): DataRecord => ({
  messageUTC: AT,
  recieveUTC: AT,
  lat,
  lon,
})

describe('the track of a unit', () => {
  // spec 1-9-05
  it('keeps a point only when it is more than 0.01 km from the one before', () => {
    // 0.0001 degrees of latitude are 11.1 m, 0.00005 are 5.6 m.
    expect(trackOf([at(50, 1), at(50.00005, 1), at(50.0001, 1), at(50.0001, 1)], FIELDS)).toEqual([
      [1, 50],
      [1, 50.0001],
    ])
  })

  it('passes over what is no position', () => {
    expect(trackOf([at(null, 1), at('here', 1), at(91, 1), at(50, 1)], FIELDS)).toEqual([[1, 50]])
  })

  it('has no two neighbours within 0.01 km, whatever the unit sent', () => {
    const degrees = fc.double({ min: 0, max: 0.001, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(degrees, degrees), { maxLength: 40 }), (places) => {
        const track = trackOf(
          places.map(([lat, lon]) => at(lat, lon)),
          FIELDS,
        )
        for (const [place, position] of track.entries()) {
          const before = track[place - 1]
          if (before !== undefined) expect(distanceKm(before, position)).toBeGreaterThan(TRACK_STEP_KM)
        }
        expect(track.length > 0).toBe(places.length > 0)
      }),
    )
  })

  it('is as long as its steps', () => {
    expect(
      trackLengthKm([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ).toBeCloseTo(2 * distanceKm([0, 0], [1, 0]), 9)
    expect(trackLengthKm([])).toBe(0)
  })
})
