import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  croppedName,
  fitScale,
  panned,
  placement,
  scaleLimits,
  startView,
  type Crop,
  type View,
  ZOOM_IN,
  ZOOM_OUT,
  zoomed,
} from './crop-geometry.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })
const point = fc.record({
  x: fc.double({ min: -5000, max: 5000, noNaN: true }),
  y: fc.double({ min: -5000, max: 5000, noNaN: true }),
})
const crop: fc.Arbitrary<Crop> = fc.record({ picture: size, frame: fc.constant({ width: 300, height: 300 }) })
const moves = fc.array(
  fc.oneof(
    point.map((by) => (view: View, of: Crop) => panned(view, by, of)),
    fc.tuple(fc.constantFrom(ZOOM_IN, ZOOM_OUT), point).map(
      ([factor, at]) =>
        (view: View, of: Crop) =>
          zoomed(view, factor, of, at),
    ),
  ),
  { maxLength: 40 },
)

describe('a crop', () => {
  it.each([
    [{ width: 600, height: 300 }, 0.5, 1],
    [{ width: 300, height: 900 }, 1 / 3, 1],
    [{ width: 3000, height: 3000 }, 0.1, 0.1],
    [{ width: 10, height: 10 }, 30, 5],
  ])('of a picture of %o fits at %d and begins at %d', (picture, fit, begin) => {
    const one: Crop = { picture, frame: { width: 300, height: 300 } }
    expect(fitScale(one)).toBeCloseTo(fit)
    expect(startView(one)).toEqual({ scale: begin, x: 0, y: 0 })
  })

  // spec 1-9-32, 1-9-33
  it('is zoomed from half the fit-to-frame scale to 5', () => {
    const one: Crop = { picture: { width: 600, height: 600 }, frame: { width: 300, height: 300 } }
    expect(scaleLimits(one)).toEqual({ min: 0.25, max: 5 })
    const far = Array.from({ length: 50 }).reduce<View>((view) => zoomed(view, ZOOM_OUT, one), startView(one))
    const near = Array.from({ length: 50 }).reduce<View>((view) => zoomed(view, ZOOM_IN, one), startView(one))
    expect([far.scale, near.scale]).toEqual([0.25, 5])
  })

  // spec 1-9-34
  it('steps by ten per cent', () => {
    const one: Crop = { picture: { width: 600, height: 600 }, frame: { width: 300, height: 300 } }
    expect(zoomed(startView(one), ZOOM_IN, one).scale).toBeCloseTo(0.55)
    expect(zoomed(startView(one), ZOOM_OUT, one).scale).toBeCloseTo(0.45)
  })

  it('stays within the limits and keeps the picture over the middle of the frame, whatever is done', () => {
    fc.assert(
      fc.property(crop, moves, (one, steps) => {
        const view = steps.reduce((before, step) => step(before, one), startView(one))
        const { min, max } = scaleLimits(one)
        expect(view.scale).toBeGreaterThanOrEqual(min)
        expect(view.scale).toBeLessThanOrEqual(max)
        const { x, y, width, height } = placement(view, one)
        const slack = 1e-6 * Math.max(width, height, 1)
        expect(x).toBeLessThanOrEqual(150 + slack)
        expect(x + width).toBeGreaterThanOrEqual(150 - slack)
        expect(y).toBeLessThanOrEqual(150 + slack)
        expect(y + height).toBeGreaterThanOrEqual(150 - slack)
      }),
    )
  })

  it('keeps what is under the pointer there while it zooms', () => {
    const one: Crop = { picture: { width: 2000, height: 1000 }, frame: { width: 300, height: 300 } }
    const at = { x: 60, y: -40 }
    const before = startView(one)
    const after = zoomed(before, ZOOM_IN, one, at)
    const under = (view: View) => ({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale })
    expect(under(after).x).toBeCloseTo(under(before).x)
    expect(under(after).y).toBeCloseTo(under(before).y)
  })

  it('moves with the hand', () => {
    const one: Crop = { picture: { width: 600, height: 600 }, frame: { width: 300, height: 300 } }
    expect(panned(startView(one), { x: 12, y: -7 }, one)).toEqual({ scale: 0.5, x: 12, y: -7 })
    expect(placement({ scale: 0.5, x: 12, y: -7 }, one)).toEqual({ x: 12, y: -7, width: 300, height: 300 })
  })
})

describe('the name of a cropped file', () => {
  // spec 1-9-36
  it.each([
    ['ada.jpg', 'ada_cropped.png'],
    ['my.first.photo.webp', 'my.first.photo_cropped.png'],
    ['photo', 'photo_cropped.png'],
    ['.hidden', '.hidden_cropped.png'],
  ])('of %s is %s', (name, cropped) => {
    expect(croppedName(name)).toBe(cropped)
  })
})
