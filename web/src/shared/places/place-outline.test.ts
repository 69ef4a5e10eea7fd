import { createPlaceMeter } from '@fieldwatch/contract/places/place-distance'
import type { PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import { describe, expect, it } from 'vitest'
import { outlineOf } from './place-outline.ts'
import type { Position } from '#shared/map/position.ts'

/** Whether a position is within polygons drawn on a flat map. */
function isDrawn(polygons: readonly (readonly (readonly Position[])[])[], [x, y]: Position): boolean {
  return polygons.some((rings) =>
    [x - 360, x, x + 360].some((east) => rings.filter((ring) => crossings(ring, [east, y]) % 2 === 1).length % 2 === 1),
  )
}

function crossings(ring: readonly Position[], [x, y]: Position): number {
  return ring.slice(1).filter(([x2, y2], index) => {
    const [x1, y1] = ring[index] ?? [x2, y2]
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)
  }).length
}

const shapes: readonly (readonly [string, PlaceShape])[] = [
  ['a circle', { geometry: { type: 'Point', coordinates: [10, 50] }, radius: 200_000 }],
  ['a circle over the antimeridian', { geometry: { type: 'Point', coordinates: [179.9, -17] }, radius: 300_000 }],
  ['a circle around a pole', { geometry: { type: 'Point', coordinates: [20, 88] }, radius: 900_000 }],
  [
    'a corridor',
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [5, 40],
          [9, 44],
          [9, 39],
        ],
      },
      radius: 30_000,
    },
  ],
  [
    'an area with a hole',
    {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [178, -20],
            [-177, -20],
            [-177, -15],
            [178, -15],
            [178, -20],
          ],
          [
            [179.5, -18],
            [-179.5, -18],
            [-179.5, -17],
            [179.5, -17],
            [179.5, -18],
          ],
        ],
      },
      radius: null,
    },
  ],
  [
    'an area around a pole',
    {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, -70],
            [-90, -70],
            [180, -75],
            [90, -70],
            [0, -70],
          ],
        ],
      },
      radius: null,
    },
  ],
]

describe('the outline of a place', () => {
  it.each(shapes)(
    'covers what is in it: %s',
    (_, shape) => {
      const outline = outlineOf(shape)
      let [inside, different, all] = [0, 0, 0]
      const { metresOutside } = createPlaceMeter(shape)
      for (let latitude = -84.3; latitude < 84.5; latitude += 2.07) {
        for (let longitude = -179.7; longitude < 180; longitude += 3.11) {
          all += 1
          const within = metresOutside([longitude, latitude]) <= 0
          inside += Number(within)
          different += Number(within !== isDrawn(outline, [longitude, latitude]))
        }
      }
      expect(inside).toBeGreaterThan(0)
      // Right at its border the pieces of the outline are not the arc.
      expect(different / all).toBeLessThan(0.001)
    },
    120_000,
  )
})
