import { describe, expect, it } from 'vitest'
import { tickedOf, ticksOf } from './ticks.ts'

describe('things that are ticked', () => {
  const ticks = ticksOf(['startUTC', 'endUTC', 'duration', 'tag'], ['tag', 'startUTC'])

  it('are first, in their order, and then come all others', () => {
    expect(ticks.map(({ id }) => id)).toEqual(['tag', 'startUTC', 'endUTC', 'duration'])
    expect(tickedOf(ticks)).toEqual(['tag', 'startUTC'])
  })
})
