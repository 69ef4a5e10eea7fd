import { describe, expect, it } from 'vitest'
import { lineOf, offsetsInSight } from './map-libre-tracks.ts'
import { worldSize } from './mercator.ts'

const frame = { zoom: 0, centre: [0, 0] as [number, number], width: 512, height: 512 }

describe('a line on the map', () => {
  it('is drawn once where the world is seen once', () => {
    expect(
      offsetsInSight(
        lineOf([
          [-10, 0],
          [10, 0],
        ]),
        frame,
      ),
    ).toEqual([0])
  })

  it('is drawn in each copy of the world that is in sight', () => {
    const line = lineOf([[170, 0]])

    expect(offsetsInSight(line, { ...frame, width: 1024 })).toEqual([-256, 256])
  })

  it('is drawn beyond the date line, where the map is moved there', () => {
    const line = lineOf([[-179, 10]])
    const [offset = Number.NaN, ...others] = offsetsInSight(line, { ...frame, zoom: 5, centre: [179, 10] })

    expect(others).toEqual([])
    // Two degrees east of the middle.
    expect(offset + line.west * worldSize(5)).toBeCloseTo(256 + (2 / 360) * worldSize(5))
  })

  it('is left out where it is out of sight, and where it has no positions', () => {
    const away = { ...frame, zoom: 5, centre: [100, 0] as [number, number] }

    expect(offsetsInSight(lineOf([[-10, 0]]), away)).toEqual([])
    expect(offsetsInSight(lineOf([]), frame)).toEqual([])
  })
})
