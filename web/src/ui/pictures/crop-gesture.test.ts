import { describe, expect, it } from 'vitest'
import { gestureOf } from './crop-gesture.ts'

describe('a gesture', () => {
  // spec 1-2-125
  it('of one finger moves', () => {
    expect(gestureOf([{ x: 10, y: 10 }], [{ x: 15, y: 7 }])).toEqual({
      pan: { x: 5, y: -3 },
      zoom: 1,
      at: { x: 15, y: 7 },
    })
  })

  it('of two fingers zooms about their middle and moves with it', () => {
    const before = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ]
    const after = [
      { x: 0, y: 4 },
      { x: 20, y: 4 },
    ]
    expect(gestureOf(before, after)).toEqual({ pan: { x: 5, y: 4 }, zoom: 2, at: { x: 10, y: 4 } })
  })

  it('of two fingers on one spot does not zoom', () => {
    const spot = [
      { x: 3, y: 3 },
      { x: 3, y: 3 },
    ]
    expect(gestureOf(spot, [spot[0] ?? { x: 0, y: 0 }, { x: 9, y: 3 }]).zoom).toBe(1)
    expect(gestureOf([spot[0] ?? { x: 0, y: 0 }, { x: 9, y: 3 }], spot).zoom).toBe(1)
  })
})
