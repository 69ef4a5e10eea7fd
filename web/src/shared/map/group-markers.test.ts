import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupMarkers } from './group-markers.ts'
import type { Extent, Position } from './position.ts'

const WHOLE: Extent = [-180, -90, 180, 90]
const at = (longitude: number, latitude: number) => ({ position: [longitude, latitude] as Position })

describe('grouping markers', () => {
  it('keeps apart what can be distinguished', () => {
    const placed = [at(-100, 40), at(-90, 40)]

    const { singles, clusters } = groupMarkers(placed, { zoom: 5, extent: WHOLE, limit: 50 })

    expect(singles).toEqual(placed)
    expect(clusters).toEqual([])
  })

  it('draws what lies on top of each other as one, in the middle', () => {
    const placed = [at(-100, 40), at(-100.03125, 40)]

    const { singles, clusters } = groupMarkers(placed, { zoom: 5, extent: WHOLE, limit: 50 })

    expect(singles).toEqual([])
    expect(clusters.map(({ position }) => position)).toEqual([[-100.015625, 40]])
    expect(new Set(clusters[0]?.members)).toEqual(new Set(placed))
  })

  it('separates the same two when zoomed in', () => {
    const placed = [at(-100, 40), at(-100.03125, 40)]

    expect(groupMarkers(placed, { zoom: 14, extent: WHOLE, limit: 50 }).singles).toEqual(placed)
  })

  it('leaves out what is outside of the view', () => {
    const placed = [at(10, 50), at(-100, 40)]

    expect(groupMarkers(placed, { zoom: 5, extent: [0, 40, 20, 60], limit: 50 }).singles).toEqual([at(10, 50)])
  })

  it('finds a marker across the date line', () => {
    expect(groupMarkers([at(-179, 0)], { zoom: 5, extent: [170, -10, 190, 10], limit: 50 }).singles).toHaveLength(1)
  })

  it('keeps clusters as far apart as they are wide', () => {
    const line = Array.from({ length: 200 }, (_, index) => at(-120 + index * 0.2, 40))

    const { singles, clusters } = groupMarkers(line, { zoom: 5, extent: WHOLE, limit: 50 })

    const pixels = [...singles, ...clusters]
      .map(({ position }) => ((position[0] + 180) / 360) * 512 * 2 ** 5)
      .sort((a, b) => a - b)
    const gaps = pixels.slice(1).map((pixel, index) => pixel - (pixels[index] ?? 0))
    expect(gaps.length).toBeGreaterThan(5)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40)
  })

  // spec 1-9-11
  it('never draws more singles than the limit, and never loses or doubles a marker', () => {
    const somewhere = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(somewhere, { maxLength: 400 }), fc.integer({ min: 0, max: 18 }), (positions, zoom) => {
        const placed = positions.map(([longitude, latitude]) => at(longitude, latitude))
        const { singles, clusters } = groupMarkers(placed, { zoom, extent: WHOLE, limit: 50 })
        const drawn = [...singles, ...clusters.flatMap(({ members }) => members)]
        expect(singles.length).toBeLessThanOrEqual(50)
        expect(drawn.length).toBe(placed.length)
        expect(new Set(drawn)).toEqual(new Set(placed))
      }),
      { numRuns: 50 },
    )
  })
})
