import { describe, expect, it } from 'vitest'
import { chartKey } from './chart-keys.ts'
import { AUTOMATIC_WINDOW } from './chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const zoomedTo = (span: TimeRange) => ({ kind: 'custom', ...span }) as const
const window = zoomedTo({ from: NOW - 4 * HOUR, to: NOW - 2 * HOUR })
const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

function press(key: string, modifiers: Partial<typeof PLAIN> = {}) {
  return chartKey({ ...PLAIN, ...modifiers, key }, { window, extent: AUTOMATIC_WINDOW, around: undefined, now: NOW })
}

describe('the keys of a chart', () => {
  it('move the cursor', () => {
    expect(press('ArrowLeft')).toEqual({ type: 'cursor', share: -0.01 })
    expect(press('ArrowRight')).toEqual({ type: 'cursor', share: 0.01 })
  })

  it('move the range by a quarter with Shift', () => {
    const expected = zoomedTo({ from: NOW - 4.5 * HOUR, to: NOW - 2.5 * HOUR })

    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ type: 'window', window: expected })
  })

  it('zoom in and out and back to the last 24 hours', () => {
    expect(press('+')).toEqual({ type: 'window', window: zoomedTo({ from: NOW - 3 * HOUR, to: NOW - 2 * HOUR }) })
    expect(press('-')).toEqual({ type: 'window', window: zoomedTo({ from: NOW - 6 * HOUR, to: NOW - 2 * HOUR }) })
    expect(press('Escape')).toEqual({ type: 'window', window: AUTOMATIC_WINDOW })
  })

  it('pin the vertical line', () => {
    expect(press('Enter')).toEqual({ type: 'pin' })
  })

  it('leave all others to the browser', () => {
    expect(press('Tab')).toBeUndefined()
    expect(press('+', { ctrlKey: true })).toBeUndefined()
  })
})
