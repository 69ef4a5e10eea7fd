import type { Position } from 'geojson'
import { expect, it } from 'vitest'
import { crossDateLine } from './world-tiles.ts'

function crossed(ring: Position[]) {
  const geometry = { type: 'MultiPolygon' as const, coordinates: [[ring]] }
  const { features } = crossDateLine({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry }],
  })
  return features.map((piece) => piece.geometry)
}

const multi = (ring: Position[]) => [{ type: 'MultiPolygon', coordinates: [[ring]] }]

it.each<[string, Position[], Position[]]>([
  [
    'eastwards',
    [
      [178, 60],
      [-179, 60],
      [-179, 62],
      [178, 60],
    ],
    [
      [178, 60],
      [181, 60],
      [181, 62],
      [178, 60],
    ],
  ],
  [
    'westwards',
    [
      [-179, 60],
      [178, 60],
      [178, 62],
      [-179, 60],
    ],
    [
      [-179, 60],
      [-182, 60],
      [-182, 62],
      [-179, 60],
    ],
  ],
])('carries a ring that crosses the date line %s on past 180 degrees', (_, ring, carried) => {
  expect(crossed(ring)).toEqual(multi(carried))
})

it('leaves a ring around a pole as it is', () => {
  const ring: Position[] = [
    [-120, -80],
    [0, -80],
    [120, -80],
    [-120, -80],
  ]

  expect(crossed(ring)).toEqual(multi(ring))
})
