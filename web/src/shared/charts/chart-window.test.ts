import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTOMATIC_WINDOW, LIVE_WINDOW_MS, moved, spanOf, stretched, zoomedTo } from './chart-window.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const DAY = { from: NOW - 24 * HOUR, to: NOW }

describe('the window of a chart', () => {
  // spec 1-9-18
  it('covers the last 24 hours by default', () => {
    expect(LIVE_WINDOW_MS).toBe(24 * HOUR)
    expect(spanOf(AUTOMATIC_WINDOW, NOW)).toEqual({ from: NOW - 24 * HOUR, to: NOW })
  })

  it('moves along while it is rolling and is fixed while it is custom', () => {
    const custom = zoomedTo({ from: NOW - HOUR, to: NOW }, AUTOMATIC_WINDOW)

    expect(spanOf({ kind: 'rolling', lengthMs: HOUR }, NOW + 5).to).toBe(NOW + 5)
    expect(spanOf(custom, NOW + 5)).toEqual({ from: NOW - HOUR, to: NOW })
  })

  // spec 1-4-24, 1-4-25
  it('becomes a custom range when zoomed to anything but exactly 24 hours, and then the automatic one', () => {
    expect(zoomedTo({ from: NOW - 24 * HOUR + 1, to: NOW }, AUTOMATIC_WINDOW)).toEqual({
      kind: 'custom',
      from: NOW - 24 * HOUR + 1,
      to: NOW,
    })
    expect(zoomedTo({ from: NOW - 24 * HOUR, to: NOW }, AUTOMATIC_WINDOW)).toEqual(AUTOMATIC_WINDOW)
  })
})

describe('the window of a chosen range', () => {
  const week = { kind: 'custom', from: NOW - 168 * HOUR, to: NOW } as const

  it('is all of it when zoomed out as far as it goes', () => {
    expect(zoomedTo({ from: week.from, to: week.to }, week)).toBe(week)
  })

  it('is a custom range of 24 hours when zoomed to that', () => {
    const day = { from: NOW - 48 * HOUR, to: NOW - 24 * HOUR }

    expect(zoomedTo(day, week)).toEqual({ kind: 'custom', ...day })
  })

  it('can be moved and stretched within the range', () => {
    const bounds = { from: week.from, to: week.to }
    const day = { from: NOW - 48 * HOUR, to: NOW - 24 * HOUR }

    expect(moved(day, { share: 9, bounds })).toEqual({ from: NOW - 24 * HOUR, to: NOW })
    expect(stretched(day, { around: NOW - 24 * HOUR, factor: 100, bounds })).toEqual(bounds)
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
          const zoomed = moved(stretched(one, { around, factor, bounds: DAY }), {
            share: 3 * (share - 0.5),
            bounds: DAY,
          })
          expect(zoomed.from).toBeGreaterThanOrEqual(NOW - LIVE_WINDOW_MS - 1)
          expect(zoomed.to).toBeLessThanOrEqual(NOW + 1)
          expect(zoomed.to - zoomed.from).toBeGreaterThanOrEqual(999)
        },
      ),
    )
  })

  it('keeps the moment under the finger where it is', () => {
    const zoomed = stretched({ from: NOW - 4 * HOUR, to: NOW }, { around: NOW - HOUR, factor: 0.5, bounds: DAY })

    expect(zoomed).toEqual({ from: NOW - 2.5 * HOUR, to: NOW - 0.5 * HOUR })
  })

  it('reaches exactly 24 hours when zoomed all the way out', () => {
    const zoomed = stretched({ from: NOW - HOUR, to: NOW }, { around: NOW, factor: 1000, bounds: DAY })

    expect(zoomedTo(zoomed, AUTOMATIC_WINDOW)).toEqual(AUTOMATIC_WINDOW)
  })
})
