import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createPlaceMeter, isInside } from './place-distance.ts'
import type { PlaceShape } from './place-geometry.ts'
import { problemOfShape } from './place-problems.ts'
import { distanceBetween, EARTH_RADIUS, positionOfVector, vectorOf } from './sphere.ts'

type Position = [longitude: number, latitude: number]

const anywhere = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
})

/** The haversine formula: the naive model of distances. */
function haversine([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const [dLat, dLon] = [(lat2 - lat1) * (Math.PI / 180), (lon2 - lon1) * (Math.PI / 180)]
  const half =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(lat1 * (Math.PI / 180)) * Math.cos(lat2 * (Math.PI / 180)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Where one arrives from a position by going metres in a direction. Exact beside a pole too, where an arcsine loses a decimetre. */
function reach([longitude, latitude]: Position, metres: number, bearing: number): Position {
  const [lambda, phi, delta] = [longitude * (Math.PI / 180), latitude * (Math.PI / 180), metres / EARTH_RADIUS]
  const here = vectorOf([longitude, latitude])
  const east = [-Math.sin(lambda), Math.cos(lambda), 0]
  const north = [-Math.sin(phi) * Math.cos(lambda), -Math.sin(phi) * Math.sin(lambda), Math.cos(phi)]
  const along = (axis: 0 | 1 | 2): number =>
    here[axis] * Math.cos(delta) +
    ((north[axis] ?? 0) * Math.cos(bearing) + (east[axis] ?? 0) * Math.sin(bearing)) * Math.sin(delta)
  return positionOfVector([along(0), along(1), along(2)])
}

/** A polygon of corners at equal distances around a middle, which may be a pole or on the antimeridian. */
function polygonAround(middle: Position, metres: number, corners: number): PlaceShape {
  const ring = Array.from({ length: corners }, (_, index) => reach(middle, metres, (index / corners) * 2 * Math.PI))
  return { geometry: { type: 'Polygon', coordinates: [[...ring, ring[0] ?? middle]] }, radius: null }
}

describe('a circle', () => {
  it('holds what is nearer to its centre than its radius, anywhere on the earth', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 10, max: 1_000_000, noNaN: true }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        ({ longitude, latitude }, radius, times, bearing) => {
          const centre: Position = [longitude, latitude]
          const place: Position = reach(centre, radius * times, bearing)
          const { metresOutside } = createPlaceMeter({ geometry: { type: 'Point', coordinates: centre }, radius })
          const expected = haversine(centre, place) - radius
          assert.ok(
            Math.abs(metresOutside(place) - expected) < 0.01 + radius * 1e-6,
            `${metresOutside(place)} ${expected}`,
          )
        },
      ),
    )
  })
})

describe('an area', () => {
  it('holds its middle and not what is far away or opposite, wherever it is', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 50, max: 2_000_000, noNaN: true }),
        fc.integer({ min: 3, max: 40 }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        ({ longitude, latitude }, metres, corners, bearing) => {
          const middle: Position = [longitude, latitude]
          const shape = polygonAround(middle, metres, corners)
          assert.equal(problemOfShape(shape), undefined)
          const { metresOutside } = createPlaceMeter(shape)
          assert.ok(metresOutside(middle) < 0)
          assert.ok(metresOutside(reach(middle, metres * 1.01, bearing)) > 0)
          assert.ok(metresOutside(reach(middle, metres * 4, bearing)) > 0)
          const [x, y, z] = vectorOf(middle)
          assert.ok(metresOutside(positionOfVector([-x, -y, -z])) > 0)
        },
      ),
    )
  })

  it('is as far as the nearest of many points of its border', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 100, max: 100_000, noNaN: true }),
        fc.integer({ min: 3, max: 8 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        ({ longitude, latitude }, metres, corners, times, bearing) => {
          const middle: Position = [longitude, latitude]
          const shape = polygonAround(middle, metres, corners)
          const place = reach(middle, metres * times, bearing)
          const ring = Array.from({ length: corners + 1 }, (_, index) =>
            reach(middle, metres, ((index % corners) / corners) * 2 * Math.PI),
          )
          const steps = 2_000
          let least = Infinity
          for (let side = 1; side < ring.length; side += 1) {
            const [from = [0, 0], to = [0, 0]] = [ring[side - 1], ring[side]]
            const east = to[0] - from[0] - 360 * Math.round((to[0] - from[0]) / 360)
            for (let step = 0; step <= steps; step += 1) {
              const part = step / steps
              const between: Position = [from[0] + east * part, from[1] + (to[1] - from[1]) * part]
              least = Math.min(least, haversine(between, place))
            }
          }
          const found = Math.abs(createPlaceMeter(shape).metresOutside(place))
          assert.ok(found <= least + 1 + metres / 100_000 && found >= least - 1 - metres / 500, `${found} ${least}`)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('has sides that are straight in longitude and latitude, however long they are', () => {
    // The borders of Colorado follow two parallels.
    const ring: Position[] = [
      [-109.05, 37],
      [-102.05, 37],
      [-102.05, 41],
      [-109.05, 41],
      [-109.05, 37],
    ]
    const { metresOutside } = createPlaceMeter({ geometry: { type: 'Polygon', coordinates: [ring] }, radius: null })
    for (const latitude of [37, 41]) {
      const metres = (north: number) => metresOutside([-105.5, latitude + north / 111_195])
      assert.ok(Math.abs(metres(0)) < 3.5, `${metres(0)}`)
      const inwards = latitude === 37 ? 1 : -1
      assert.ok(Math.abs(metres(500 * inwards) + 500) < 4, `${metres(500 * inwards)}`)
      assert.ok(Math.abs(metres(-500 * inwards) - 500) < 4, `${metres(-500 * inwards)}`)
    }
  })

  it('of a corridor follows its line where that is long', () => {
    const line: Position[] = [
      [170, 60],
      [-170, 60],
    ]
    const { metresOutside } = createPlaceMeter({ geometry: { type: 'LineString', coordinates: line }, radius: 100 })
    for (const longitude of [175, 180, -180, -172.5]) assert.ok(Math.abs(metresOutside([longitude, 60]) + 100) < 6)
  })

  it('may lie over the antimeridian or around a pole', () => {
    const fiji: PlaceShape = {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [177, -20],
            [-178, -20],
            [-178, -15],
            [177, -15],
            [177, -20],
          ],
        ],
      },
      radius: null,
    }
    const arctic: PlaceShape = {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 80],
            [90, 80],
            [180, 80],
            [-90, 80],
            [0, 80],
          ],
        ],
      },
      radius: null,
    }
    for (const [shape, inside, outside] of [
      [
        fiji,
        [
          [180, -18],
          [-180, -18],
          [179, -16],
          [-179, -19],
        ],
        [
          [176, -18],
          [-177, -18],
          [0, -18],
          [0, 18],
        ],
      ],
      [
        arctic,
        [
          [0, 90],
          [45, 86],
          [-170, 85],
        ],
        [
          [0, 79],
          [45, 70],
          [0, -90],
          [0, -85],
        ],
      ],
    ] as const) {
      assert.equal(problemOfShape(shape), undefined)
      for (const position of inside) assert.equal(isInside(shape, [...position]), true, position.join())
      for (const position of outside) assert.equal(isInside(shape, [...position]), false, position.join())
    }
  })

  it('has no border where a file cuts it at the antimeridian', () => {
    const cut: PlaceShape = {
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [177, -20],
              [180, -20],
              [180, -15],
              [177, -15],
              [177, -20],
            ],
          ],
          [
            [
              [-180, -20],
              [-178, -20],
              [-178, -15],
              [-180, -15],
              [-180, -20],
            ],
          ],
        ],
      },
      radius: null,
    }
    const { metresOutside } = createPlaceMeter(cut)
    for (const longitude of [179.9999, 180, -180, -179.9999]) assert.ok(metresOutside([longitude, -18]) < -150_000)
  })

  it('is not where its holes are', () => {
    const ring: PlaceShape = {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 50],
            [11, 50],
            [11, 51],
            [10, 51],
            [10, 50],
          ],
          [
            [10.4, 50.4],
            [10.6, 50.4],
            [10.6, 50.6],
            [10.4, 50.6],
            [10.4, 50.4],
          ],
        ],
      },
      radius: null,
    }
    assert.equal(isInside(ring, [10.5, 50.5]), false)
    assert.equal(isInside(ring, [10.2, 50.5]), true)
    assert.ok(createPlaceMeter(ring).metresOutside([10.5, 50.5]) > 6_000)
  })
})

describe('a corridor', () => {
  it('is what is within its radius of the line, also past its ends', () => {
    const { metresOutside } = createPlaceMeter({
      geometry: {
        type: 'LineString',
        coordinates: [
          [10, 0],
          [11, 0],
          [11, 1],
        ],
      },
      radius: 500,
    })
    const degree = distanceBetween([10, 0], [11, 0])
    assert.ok(Math.abs(metresOutside([10.5, 0]) + 500) < 0.01)
    assert.ok(Math.abs(metresOutside([10.5, 0.01]) - (degree * 0.01 - 500)) < 0.01)
    assert.ok(Math.abs(metresOutside([9, 0]) - (degree - 500)) < 0.01)
  })
})

describe('a shape', () => {
  it('may touch itself and repeat a position', () => {
    const corner: Position = [-1.413501, 55.059697]
    const ring: Position[] = [[-1.523501, 55.049697], corner, corner, [-1.433501, 55.119697], [-1.503501, 55.129697]]
    const first: Position = [-1.523501, 55.049697]
    assert.equal(
      problemOfShape({ geometry: { type: 'Polygon', coordinates: [[...ring, first]] }, radius: null }),
      undefined,
    )
    const cut: Position[] = [
      [-180, -90],
      [-180, -80],
      [0, -75],
      [180, -80],
      [180, -90],
      [-180, -90],
    ]
    assert.equal(problemOfShape({ geometry: { type: 'Polygon', coordinates: [cut] }, radius: null }), undefined)
  })

  it('is refused with a sentence where it cannot be a place', () => {
    const area = (...ring: Position[]): PlaceShape => ({
      geometry: { type: 'Polygon', coordinates: [ring] },
      radius: null,
    })
    const sentences = [
      [area([0, 0], [1, 0], [1, 1], [0, 1]), 'fields.place-closed'],
      [area([0, 0], [1, 0], [0, 0], [0, 0]), 'fields.place-corners'],
      [area([0, 0], [1, 1], [1, 0], [0, 1], [0, 0]), 'fields.place-crossing'],
      [area([0, -80], [120, -80], [-120, 80], [0, -80]), 'fields.place-hemisphere'],
      [
        {
          geometry: {
            type: 'LineString',
            coordinates: [
              [1, 1],
              [1, 1],
            ],
          },
          radius: 5,
        },
        'fields.place-line',
      ],
      [{ ...area([0, 0], [1, 0], [1, 1], [0, 0]), radius: 5 }, 'fields.place-radius'],
    ] as const satisfies readonly (readonly [PlaceShape, string])[]
    for (const [shape, message] of sentences) assert.equal(problemOfShape(shape)?.message, message)
  })
})
