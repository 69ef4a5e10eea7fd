import { describe, expect, it } from 'vitest'
import { zoomToSee } from './fit-positions.tsx'

const area = { zoom: 18, extent: [9, -1, 11, 1] as [number, number, number, number] }

describe('the zoom at which a place is in sight', () => {
  it('is the one there is when the place is in sight already', () => {
    expect(zoomToSee(area, [10.5, 0.5])).toBe(18)
  })

  it('goes out by one step for twice the way', () => {
    expect(zoomToSee(area, [10 + 1.4, 0])).toBeCloseTo(17, 5)
    expect(zoomToSee(area, [10, 1.4])).toBeCloseTo(17, 2)
  })

  it('looks over the date line', () => {
    expect(zoomToSee({ zoom: 12, extent: [178, -1, 180, 1] }, [-179.6, 0])).toBeCloseTo(11, 5)
    expect(zoomToSee({ zoom: 12, extent: [178, -1, 182, 1] }, [-179.6, 0])).toBe(12)
  })

  it('never leaves the world', () => {
    expect(zoomToSee({ zoom: 1, extent: [-1, -1, 1, 1] }, [180, 0])).toBe(0)
  })
})
