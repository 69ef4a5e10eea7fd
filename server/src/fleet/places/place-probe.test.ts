import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPlaceMeter } from '@fieldwatch/contract/places/place-distance'
import fc from 'fast-check'
import { createPlaceProbe, FAR, type ProbedPlace } from './place-probe.ts'

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)

describe('a probe of places', () => {
  it('finds what looking at each place finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(position, fc.double({ min: 1, max: 2_000_000, noNaN: true })), { maxLength: 20 }),
        fc.array(position, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 1, max: 100_000, noNaN: true }),
        (circles, positions, accuracy) => {
          const places = circles.map(([coordinates, radius], index): ProbedPlace => ({
            placeID: index + 1,
            name: String(index),
            geometry: { type: 'Point', coordinates },
            radius,
          }))
          const { probe } = createPlaceProbe(places)
          for (const [longitude, latitude] of positions) {
            const values = places.map((place) => {
              const { metresOutside, depth } = createPlaceMeter(place)
              const metres = metresOutside([longitude, latitude])
              return metres / (metres < 0 ? Math.min(accuracy, depth / 2) : accuracy)
            })
            const nearest = Math.min(FAR, ...values)
            const { value } = probe(latitude, longitude, accuracy)
            if (places.length === 0) assert.ok(Number.isNaN(value))
            else if (nearest < 9.9) assert.equal(value, nearest)
            else assert.ok(value >= 9.9)
          }
        },
      ),
    )
  })
})
