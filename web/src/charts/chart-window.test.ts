import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTOMATIC_WINDOW, LIVE_WINDOW_MS, moved, spanOf, stretched, zoomedTo } from './chart-window.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

describe('the window of a chart', () => {
  it('covers the last 24 hours unless told', () => {
    expect(LIVE_WINDOW_MS).toBe(24 * HOUR)
    expect(spanOf(AUTOMATIC_WINDOW, NOW)).toEqual({ from: NOW - 24 * HOUR, to: NOW })
  })

  it('moves along while it is rolling and stands still while it is custom', () => {
    const custom = zoomedTo({ from: NOW - HOUR, to: NOW })

    expect(spanOf({ kind: 'rolling', lengthMs: HOUR }, NOW + 5).to).toBe(NOW + 5)
    expect(spanOf(custom, NOW + 5)).toEqual({ from: NOW - HOUR, to: NOW })
  })

  it('becomes a custom range when zoomed to anything but exactly 24 hours, and then the automatic one', () => {
    expect(zoomedTo({ from: NOW - 24 * HOUR + 1, to: NOW })).toEqual({
      kind: 'custom',
      from: NOW - 24 * HOUR + 1,
      to: NOW,
    })
    expect(zoomedTo({ from: NOW - 24 * HOUR, to: NOW })).toEqual(AUTOMATIC_WINDOW)
  })
})

describe('zooming and moving', () => {
  const span = fc
    .record({ back: fc.integer({ min: 0, max: 20 * HOUR }), length: fc.integer({ min: 2000, max: 4 * HOUR }) })
    .map(({ back, length }) => ({ from: NOW - back - length, to: NOW - back }))

  it('stays inside the live window, whatever one does', () => {
    fc.assert(
      fc.property(
        span,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, factor, share) => {
          const around = one.from + (one.to - one.from) * share
          const zoomed = moved(stretched(one, { around, factor, now: NOW }), { share: 3 * (share - 0.5), now: NOW })
          expect(zoomed.from).toBeGreaterThanOrEqual(NOW - LIVE_WINDOW_MS - 1)
          expect(zoomed.to).toBeLessThanOrEqual(NOW + 1)
          expect(zoomed.to - zoomed.from).toBeGreaterThanOrEqual(999)
        },
      ),
    )
  })

  it('keeps the moment under the finger where it is', () => {
    const zoomed = stretched({ from: NOW - 4 * HOUR, to: NOW }, { around: NOW - HOUR, factor: 0.5, now: NOW })

    expect(zoomed).toEqual({ from: NOW - 2.5 * HOUR, to: NOW - 0.5 * HOUR })
  })

  it('reaches exactly 24 hours when zoomed all the way out', () => {
    const zoomed = stretched({ from: NOW - HOUR, to: NOW }, { around: NOW, factor: 1000, now: NOW })

    expect(zoomedTo(zoomed)).toEqual(AUTOMATIC_WINDOW)
  })
})
