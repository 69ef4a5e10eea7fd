import { describe, expect, it } from 'vitest'
import { bandRects, openEnd } from './chart-marks.ts'

const PLACE = { min: 0, max: 1000, left: 50, width: 100 }
const band = (from: number, to: number, strong = false) => ({ from, to, strong })

describe('a shaded period', () => {
  it('lies where it was, and ends at the ends of the plot', () => {
    expect(bandRects([band(100, 200)], PLACE)).toEqual([{ left: 60, width: 10, strong: false }])
    expect(bandRects([band(-500, 100), band(900, 5000)], PLACE)).toEqual([
      { left: 50, width: 10, strong: false },
      { left: 140, width: 10, strong: false },
    ])
  })

  it('is at least a pixel wide, at the edge too', () => {
    expect(bandRects([band(500, 500)], PLACE)).toEqual([{ left: 100, width: 1, strong: false }])
    expect(bandRects([band(1000, 1000)], PLACE)).toEqual([{ left: 149, width: 1, strong: false }])
  })

  it('is left out where it is out of sight', () => {
    expect(bandRects([band(-10, -5), band(1001, 1002)], PLACE)).toEqual([])
  })

  it('is drawn with those that touch it, so that thousands are no more than the plot is wide', () => {
    const many = Array.from({ length: 10_000 }, (_one, index) => band(index / 10, index / 10 + 0.01))

    expect(bandRects(many, PLACE)).toEqual([{ left: 50, width: 100, strong: false }])
  })

  it('that is ongoing reaches from its last record to now, dashed', () => {
    expect(openEnd([band(0, 100), { ...band(200, 300), ongoing: true }], 1000)).toEqual(band(300, 1000))
    expect(openEnd([band(200, 300)], 1000)).toBeUndefined()
    expect(openEnd([], 1000)).toBeUndefined()
  })

  it('that the chart was opened for is not grouped with others', () => {
    expect(bandRects([band(100, 200), band(200, 300, true)], PLACE)).toEqual([
      { left: 60, width: 10, strong: false },
      { left: 70, width: 10, strong: true },
    ])
  })
})
