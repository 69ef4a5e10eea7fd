import { expect, it } from 'vitest'
import { countryLabels } from './country-labels.ts'

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]

it('writes the name of a country in the middle of its largest piece of land', () => {
  const labels = countryLabels({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Islands' },
        geometry: { type: 'MultiPolygon', coordinates: [[square(40, 40, 2)], [square(0, 0, 10)]] },
      },
    ],
  })

  expect(labels.features).toEqual([
    { type: 'Feature', properties: { name: 'Islands', size: 100 }, geometry: { type: 'Point', coordinates: [5, 5] } },
  ])
})
