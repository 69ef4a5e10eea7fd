import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawLine, visibleGapMs } from './line-path.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const days = fc.integer({ min: 1, max: 400 })

describe('the silence that breaks a line', () => {
  // spec 1-9-15
  it('is the one that the line names, where it can be seen', () => {
    expect(visibleGapMs(60 * MINUTE, { from: 0, to: DAY, pixels: 1000 }, 0)).toBe(60 * MINUTE)
  })

  // spec 1-9-15
  it('is two pixels where the line names a shorter one', () => {
    expect(visibleGapMs(60 * MINUTE, { from: 0, to: 500 * DAY, pixels: 1000 }, 0)).toBe(DAY)
  })

  it('is finite before the chart has a size', () => {
    expect(visibleGapMs(MINUTE, { from: 0, to: 10, pixels: 0 }, 0)).toBe(MINUTE)
  })

  it('never breaks a line of a unit that never fell silent, however far it is reduced', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 200, max: 1500 }),
        fc.integer({ min: 1, max: 1000 }),
        (count, pixels, zoom) => {
          const whole = { from: 0, to: count * DAY, pixels }
          const column = whole.to / pixels
          // Closer than the picture was made for, until a finer one has come.
          const shown = { ...whole, to: whole.to / zoom }
          // A record a minute, of which the first and the last of each pixel column are left.
          const x = Array.from({ length: pixels }, (_, index) => [
            Math.ceil((index * column) / MINUTE) * MINUTE,
            (Math.ceil(((index + 1) * column) / MINUTE) - 1) * MINUTE,
          ]).flat()
          let moves = 0

          drawLine(
            {
              x,
              y: x.map((_, index) => index % 7),
              from: 0,
              to: x.length - 1,
              maxGapMs: visibleGapMs(10 * MINUTE, shown, column),
              pixelX: (at) => at / column,
              pixelY: (value) => value,
            },
            { moveTo: () => (moves += 1), lineTo: () => {} },
          )

          expect(moves).toBe(1)
        },
      ),
      { numRuns: 50 },
    )
  })
})
