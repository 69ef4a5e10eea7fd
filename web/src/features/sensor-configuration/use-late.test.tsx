import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONNECT_MS, useLate } from './use-unit-configuration.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Attempt({ number }: { number: number }) {
  return <output>{useLate(number, CONNECT_MS) ? 'late' : 'in time'}</output>
}

describe('that an attempt takes too long', () => {
  // spec 2-9-10
  it('is shown after 30 seconds of an attempt, not before, and again for the next', () => {
    const { rerender } = render(<Attempt number={1} />)
    const pass = (ms: number): void =>
      act(() => {
        vi.advanceTimersByTime(ms)
      })
    const shown = () => screen.getByRole('status').textContent
    pass(29_999)
    expect(shown()).toBe('in time')
    pass(1)
    expect(shown()).toBe('late')

    rerender(<Attempt number={2} />)
    expect(shown()).toBe('in time')
    pass(30_000)
    expect(shown()).toBe('late')
  })
})
