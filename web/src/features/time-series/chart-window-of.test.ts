import { describe, expect, it } from 'vitest'
import { AUTOMATIC_WINDOW } from '#shared/charts/chart-window.ts'
import { windowOf } from './use-chart-view.ts'

const HOUR = 3_600_000

describe('what charts show for a range button', () => {
  it('is the last stretch of time in live mode', () => {
    expect(windowOf(AUTOMATIC_WINDOW, '24hr')).toBe(AUTOMATIC_WINDOW)
    expect(windowOf(AUTOMATIC_WINDOW, '30min')).toEqual({ kind: 'rolling', lengthMs: HOUR / 2 })
  })

  it('is the end of the chosen range in historical mode, and all of it without a button', () => {
    const extent = { kind: 'custom', from: 0, to: 100 * HOUR } as const

    expect(windowOf(extent, undefined)).toBe(extent)
    expect(windowOf(extent, '12hr')).toEqual({ kind: 'custom', from: 88 * HOUR, to: 100 * HOUR })
  })

  it('is all of a chosen range that is shorter than the button says', () => {
    const extent = { kind: 'custom', from: 0, to: HOUR } as const

    expect(windowOf(extent, '24hr')).toBe(extent)
  })
})
