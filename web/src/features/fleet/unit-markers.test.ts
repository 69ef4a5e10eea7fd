import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { placeUnits } from './unit-markers.ts'

describe('the markers', () => {
  it('are where their units are', () => {
    const unit = buildUnit({ dataID: 'pump', currentLat: 39.2, currentLon: -98.9 })

    expect(placeUnits([unit])).toEqual([{ unit, position: [-98.9, 39.2] }])
  })

  // spec 1-2-48, 1-2-49, 1-2-50
  it.each([
    ['inactive', { active: false, currentLat: 1, currentLon: 1 }],
    ['without a latitude', { currentLat: null, currentLon: 1 }],
    ['without a longitude', { currentLat: 1, currentLon: null }],
    ['with coordinates that are no numbers', { currentLat: '1' as unknown as number, currentLon: 1 }],
    ['too far north', { currentLat: 90.5, currentLon: 1 }],
    ['too far south', { currentLat: -90.5, currentLon: 1 }],
    ['too far east', { currentLat: 1, currentLon: 180.5 }],
    ['too far west', { currentLat: 1, currentLon: -180.5 }],
  ])('skip a unit that is %s', (_what, parts) => {
    expect(placeUnits([buildUnit({ dataID: 'pump', ...parts })])).toEqual([])
  })
})
