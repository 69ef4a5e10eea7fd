import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveContext } from '#platform/live/live-context.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { useSettled } from './use-sensor-states.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function follow() {
  const live = createFakeLive()
  const wrapper = ({ children }: { children: ReactNode }) => <LiveContext value={live.client}>{children}</LiveContext>
  return { live, ...renderHook(() => useSettled(), { wrapper }) }
}

describe('what the sensor panel says of missing readings', () => {
  // spec 2-9-27
  it('waits until 3 seconds after the stream opened', () => {
    const { live, result } = follow()
    act(() => live.report({ kind: 'open' }))

    act(() => void vi.advanceTimersByTime(2999))
    const before = result.current
    act(() => void vi.advanceTimersByTime(1))

    expect([before, result.current]).toEqual([false, true])
  })

  it('does not wait for a stream that was refused', () => {
    const { live, result } = follow()
    act(() => live.report({ kind: 'refused', message: 'Device not found' }))

    expect(result.current).toBe(true)
  })
})
