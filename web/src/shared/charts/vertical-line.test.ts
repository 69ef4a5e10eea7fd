import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVerticalLine, NO_VERTICAL_LINE, verticalLineStep, type VerticalLineEvent } from './vertical-line.ts'

const ON: VerticalLineEvent = { type: 'switched', on: true }

function run(...events: VerticalLineEvent[]) {
  return events.reduce(verticalLineStep, NO_VERTICAL_LINE)
}

describe('the vertical line', () => {
  // spec 1-4-26
  it('follows the pointer until a click pins it, and again after another', () => {
    const pointed = run(ON, { type: 'pointed', at: 5 })
    const pinned = run(ON, { type: 'clicked', at: 7 }, { type: 'pointed', at: 9 })
    const free = run(ON, { type: 'clicked', at: 7 }, { type: 'clicked', at: 8 }, { type: 'pointed', at: 9 })

    expect(pointed).toEqual({ on: true, at: 5, pinned: false })
    expect(pinned).toEqual({ on: true, at: 7, pinned: true })
    expect(free).toEqual({ on: true, at: 9, pinned: false })
  })

  // spec 1-4-27
  it('goes with the pointer, unless it is pinned', () => {
    const left: VerticalLineEvent = { type: 'pointed', at: undefined }

    expect(run(ON, { type: 'pointed', at: 5 }, left).at).toBeUndefined()
    expect(run(ON, { type: 'clicked', at: 5 }, left).at).toBe(5)
  })

  it('is moved by keys, pinned or not', () => {
    expect(run(ON, { type: 'clicked', at: 5 }, { type: 'moved', at: 6 })).toEqual({ on: true, at: 6, pinned: true })
    expect(run(ON, { type: 'moved', at: 6 })).toEqual({ on: true, at: 6, pinned: false })
  })

  it('is nowhere while it is off, whatever happens, and starts again when it is switched on', () => {
    const event = fc.oneof<fc.Arbitrary<VerticalLineEvent>[]>(
      fc.record({ type: fc.constant('pointed' as const), at: fc.option(fc.integer(), { nil: undefined }) }),
      fc.record({ type: fc.constant('clicked' as const), at: fc.integer() }),
      fc.record({ type: fc.constant('moved' as const), at: fc.integer() }),
    )
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, after) => {
        const off = run(ON, ...before, { type: 'switched', on: false }, ...after)
        expect(off).toEqual(NO_VERTICAL_LINE)
        expect(verticalLineStep(off, ON)).toEqual({ on: true, at: undefined, pinned: false })
      }),
    )
  })

  it('notifies of changes only', () => {
    const line = createVerticalLine()
    let calls = 0
    line.subscribe(() => (calls += 1))
    line.tell(ON)
    line.tell(ON)
    line.tell({ type: 'pointed', at: 5 })
    line.tell({ type: 'pointed', at: 5 })

    expect(calls).toBe(2)
  })
})
