import { STREAM_BATCH } from '@fieldwatch/contract/api/live-addresses'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveStep } from './live-machine.ts'
import { INITIAL_LIVE_STATE, type LiveCommand, type LiveEvent, type LiveState, type TimerName } from './live-state.ts'

const SOURCES = ['tank', 'pump', 'valve'].map((name) => ({
  dataId: DataId.parse('unit-1'),
  subject: SourceName.parse(name),
}))

const source = fc.constantFrom(...SOURCES)
const cursor = fc.constantFrom('c1', 'c2', 'c3')
const plain = fc.constantFrom<LiveEvent['type'][]>(
  ...(['historical', 'settled', 'opened', 'alive', 'silent', 'moved', 'lost', 'unauthorised', 'retry'] as const),
  ...(['loaded', 'hidden', 'unseen', 'visible'] as const),
)

/** Everything that can happen, in whatever order. */
const event: fc.Arbitrary<LiveEvent> = fc.oneof(
  { weight: 4, arbitrary: plain.map((type) => ({ type }) as LiveEvent) },
  fc
    .record({ source, cursor })
    .map(({ source, cursor }) => ({ type: 'follow', source: { ...source, cursor } }) as const),
  source.map((one) => ({ type: 'follow', source: one }) as const),
  source.map((one) => ({ type: 'unfollow', source: one }) as const),
  fc.constantFrom(undefined, 'viewing').map((devices) => ({ type: 'watch', devices }) as const),
  fc.constantFrom('then', 'later').map((asOf) => ({ type: 'read', asOf }) as const),
  fc.constantFrom(undefined, 't1', 't2').map((token) => ({ type: 'token', token }) as const),
  fc
    .record({ source, cursor, count: fc.integer({ min: 0, max: STREAM_BATCH }) })
    .map((added) => ({ type: 'added', ...added }) as const),
  fc.constant({ type: 'refused', message: 'Device not found' } as const),
)

/** What the world looks like after some events: the streams that are open, the timers that run. */
function live(events: readonly LiveEvent[]) {
  let state: LiveState = INITIAL_LIVE_STATE
  let streams = 0
  let most = 0
  const timers = new Map<TimerName, number>()
  const perform = (command: LiveCommand) => {
    if (command.type === 'connect') streams += 1
    if (command.type === 'disconnect') streams = 0
    if (command.type === 'start-timer') timers.set(command.timer, command.ms)
    if (command.type === 'stop-timer') timers.delete(command.timer)
    most = Math.max(most, streams)
  }
  for (const one of events) {
    const step = liveStep(state, one)
    state = step.state
    step.commands.forEach(perform)
  }
  return { state, streams, most, timers }
}

describe('the live connection, whatever happens', () => {
  it('never has two streams, and has one exactly while it is connecting or open', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { state, streams, most } = live(events)
        expect(most).toBeLessThanOrEqual(1)
        expect(streams).toBe(state.phase === 'connecting' || state.phase === 'open' ? 1 : 0)
      }),
    )
  })

  it('watches over its stream, and tries again when it waits', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { state, streams, timers } = live(events)
        expect(timers.has('heartbeat')).toBe(streams === 1)
        if (streams === 1) expect(timers.get('heartbeat')).toBe(45_000)
        if (state.phase === 'waiting') expect(timers.get('retry')).toBeGreaterThanOrEqual(1000)
        if (state.phase === 'waiting') expect(timers.get('retry')).toBeLessThanOrEqual(18_000_000)
      }),
    )
  })

  it('carries all that is wanted, and nothing else, once changes have settled and the network works', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const calm: LiveEvent[] = [
          { type: 'visible' },
          { type: 'token', token: 't9' },
          { type: 'settled' },
          { type: 'token', token: 't9' },
          { type: 'opened' },
        ]
        const { state } = live([...events, ...calm])
        const wanted = state.devices !== undefined || state.sources.size > 0
        expect(state.phase).toBe(wanted ? 'open' : 'idle')
        if (wanted) expect([...(state.streamed?.keys ?? [])].sort()).toEqual([...state.sources.keys()].sort())
        if (wanted) expect(state.streamed?.devices).toBe(state.devices)
      }),
    )
  })

  it('is silent for good after cleanup', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.array(event, { maxLength: 30 }), (before, after) => {
        const { state, streams } = live([...before, { type: 'cleanup' }, ...after])
        expect(state.phase).toBe('stopped')
        expect(streams).toBe(0)
      }),
    )
  })
})
