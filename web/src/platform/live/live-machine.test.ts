import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { liveStep } from './live-machine.ts'
import {
  HEARTBEAT_MS,
  INITIAL_LIVE_STATE,
  LOADED_AFTER_MS,
  retryDelay,
  SETTLE_MS,
  SLEEP_AFTER_MS,
  type LiveCommand,
  type LiveEvent,
  type LiveState,
} from './live-state.ts'

const TANK = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('tank') }
const PUMP = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('pump') }

const OPENING: LiveEvent[] = [
  { type: 'follow', source: { ...TANK, cursor: 'c1' } },
  { type: 'settled' },
  { type: 'token', token: 't1' },
  { type: 'opened' },
]

/** Runs events through the machine; answers the last state and the commands of the last event. */
function run(...events: LiveEvent[]): { state: LiveState; commands: LiveCommand[] } {
  return events.reduce<{ state: LiveState; commands: LiveCommand[] }>(({ state }, event) => liveStep(state, event), {
    state: INITIAL_LIVE_STATE,
    commands: [],
  })
}

function connectOf(commands: LiveCommand[]) {
  return commands.find((command) => command.type === 'connect')
}

describe('opening', () => {
  // spec 1-9-22, 2-9-28
  it('waits 100 ms for more before it opens a stream', () => {
    const { state, commands } = run({ type: 'follow', source: TANK })

    expect(state.phase).toBe('idle')
    expect(commands).toEqual([{ type: 'start-timer', timer: 'settle', ms: SETTLE_MS }])
    expect(SETTLE_MS).toBe(100)
  })

  it('asks for a token first, then connects with everything that is wanted', () => {
    const asking = run({ type: 'watch', devices: 'viewing' }, { type: 'follow', source: TANK }, { type: 'settled' })
    const connecting = liveStep(asking.state, { type: 'token', token: 't1' })

    expect(asking.commands).toContainEqual({ type: 'need-token', refused: undefined })
    expect(connecting.state.phase).toBe('connecting')
    expect(connectOf(connecting.commands)).toEqual({
      type: 'connect',
      devices: 'viewing',
      sources: [TANK],
      token: 't1',
    })
  })

  // spec 1-4-29
  it('says when it opened, and which sources may have missed records because they had no cursor', () => {
    const { state, commands } = run({ type: 'follow', source: PUMP }, ...OPENING)

    expect(state.phase).toBe('open')
    expect(commands).toContainEqual({ type: 'joined', fresh: [PUMP] })
    expect(commands).toContainEqual({ type: 'report', status: { kind: 'open' } })
  })

  it('opens nothing while nothing is wanted, and hangs up when nothing is wanted any more', () => {
    const { state, commands } = run(...OPENING, { type: 'unfollow', source: TANK }, { type: 'settled' })

    expect(run({ type: 'settled' }).state.phase).toBe('idle')
    expect(state.phase).toBe('idle')
    expect(commands).toContainEqual({ type: 'disconnect' })
  })
})

describe('changes while open', () => {
  it('keeps the stream until the changes have settled, then opens one for the new set', () => {
    const changed = run(...OPENING, { type: 'follow', source: PUMP })
    const settled = liveStep(changed.state, { type: 'settled' })

    expect(changed.state.phase).toBe('open')
    expect(connectOf(settled.commands)?.sources).toEqual([{ ...TANK, cursor: 'c1' }, PUMP])
  })

  it('keeps the stream when what is wanted is what it carries', () => {
    const { state, commands } = run(
      ...OPENING,
      { type: 'follow', source: PUMP },
      { type: 'unfollow', source: PUMP },
      { type: 'settled' },
    )

    expect(state.phase).toBe('open')
    expect(commands).toEqual([])
  })

  it('reads a source again from the cursor with which it is followed', () => {
    const { commands } = run(
      ...OPENING,
      { type: 'follow', source: { ...TANK, cursor: 'c9' } },
      { type: 'added', source: TANK, cursor: 'c2', count: 1 },
      { type: 'settled' },
    )

    expect(connectOf(commands)?.sources).toEqual([{ ...TANK, cursor: 'c9' }])
  })
})

describe('the units that the page has read', () => {
  const READING: LiveEvent[] = [
    { type: 'watch', devices: 'viewing' },
    { type: 'read', asOf: 'then' },
    { type: 'settled' },
    { type: 'token', token: 't1' },
  ]

  it('are not sent once more: the stream carries on where they were read', () => {
    expect(connectOf(run(...READING).commands)?.since).toBe('then')
  })

  it('are carried on from the last time that they were read, in the same stream', () => {
    const read = run(...READING, { type: 'opened' }, { type: 'read', asOf: 'later' }, { type: 'settled' })
    const again = run(
      ...READING,
      { type: 'opened' },
      { type: 'read', asOf: 'later' },
      { type: 'lost' },
      { type: 'retry' },
    )

    expect(read.commands).toEqual([])
    expect(connectOf(again.commands)?.since).toBe('later')
  })

  it('say nothing of the one unit that another page shows', () => {
    const { commands } = run(...READING, { type: 'opened' }, { type: 'watch', devices: 'unit-1' }, { type: 'settled' })

    expect(connectOf(commands)).toMatchObject({ devices: 'unit-1' })
    expect(connectOf(commands)).not.toHaveProperty('since')
  })
})

describe('losing and finding the connection', () => {
  it('resumes every source behind the last record that it received', () => {
    const { commands } = run(
      ...OPENING,
      { type: 'added', source: TANK, cursor: 'c2', count: 1 },
      { type: 'lost' },
      { type: 'retry' },
    )

    expect(connectOf(commands)?.sources).toEqual([{ ...TANK, cursor: 'c2' }])
  })

  // spec 1-4-28, 1-9-23
  it('takes 45 s of silence for a lost connection, and every byte for a sign of life', () => {
    const alive = run(...OPENING, { type: 'alive' })
    const silent = liveStep(alive.state, { type: 'silent' })

    expect(alive.commands).toEqual([{ type: 'start-timer', timer: 'heartbeat', ms: 45_000 }])
    expect(HEARTBEAT_MS).toBe(45_000)
    expect(silent.state.phase).toBe('waiting')
    expect(silent.commands).toContainEqual({ type: 'report', status: { kind: 'lost', timeout: true } })
    expect(silent.commands).toContainEqual({ type: 'start-timer', timer: 'retry', ms: 1000 })
  })

  // spec 1-9-24
  it('waits from 1 s up to 18,000 s, longer after each failure', () => {
    const delays = Array.from({ length: 100 }, (_, index) => retryDelay(index + 1))

    expect(delays[0]).toBe(1000)
    expect(delays.at(-1)).toBe(18_000_000)
    expect(delays.every((delay, index) => index === 0 || delay >= (delays[index - 1] ?? 0))).toBe(true)
  })

  it('forgets its failures once it is open', () => {
    const { state } = run(
      ...OPENING,
      { type: 'lost' },
      { type: 'retry' },
      { type: 'lost' },
      { type: 'retry' },
      { type: 'opened' },
    )

    expect(state.failures).toBe(0)
  })

  it('says nothing of connecting again while the connection is lost', () => {
    const { commands } = run(...OPENING, { type: 'lost' }, { type: 'retry' })

    expect(commands.filter((command) => command.type === 'report')).toEqual([])
  })

  it('tries at once when the tab is seen or the network is back', () => {
    const { state } = run(...OPENING, { type: 'lost' }, { type: 'visible' })

    expect(state.phase).toBe('connecting')
  })

  // spec 1-4-34, 1-8-10
  it('does not ask again for what the server refuses, until something else is wanted', () => {
    const refused = run(...OPENING.slice(0, 3), { type: 'refused', message: 'Device not found' })
    const retried = liveStep(refused.state, { type: 'retry' })
    const other = run(
      ...OPENING.slice(0, 3),
      { type: 'refused', message: 'Device not found' },
      { type: 'follow', source: PUMP },
      { type: 'settled' },
    )

    expect(refused.commands).toContainEqual({
      type: 'report',
      status: { kind: 'refused', message: 'Device not found' },
    })
    expect(retried.state.phase).toBe('refused')
    expect(other.state.phase).toBe('connecting')
  })
})

describe('a server that is about to stop', () => {
  const MOVED: LiveEvent[] = [...OPENING, { type: 'added', source: TANK, cursor: 'c2', count: 1 }, { type: 'moved' }]

  it('is left at once for another one, behind the last record, and nothing is shown', () => {
    const { state, commands } = run(...MOVED)

    expect(state.phase).toBe('connecting')
    expect(connectOf(commands)?.sources).toEqual([{ ...TANK, cursor: 'c2' }])
    expect(commands.filter((command) => command.type === 'report')).toEqual([])
  })

  it('may take three attempts to leave before that is shown', () => {
    const attempts: LiveEvent[] = [{ type: 'lost' }, { type: 'retry' }]
    const quiet = run(...MOVED, ...attempts, ...attempts, { type: 'lost' })
    const shown = run(...MOVED, ...attempts, ...attempts, ...attempts, { type: 'lost' })

    expect(quiet.state.phase).toBe('waiting')
    expect(quiet.commands.filter((command) => command.type === 'report')).toEqual([])
    expect(shown.commands).toContainEqual({ type: 'report', status: { kind: 'lost' } })
  })

  it('is forgotten once another one answers: what is lost after that is shown', () => {
    const { commands } = run(...MOVED, { type: 'opened' }, { type: 'lost' })

    expect(commands).toContainEqual({ type: 'report', status: { kind: 'lost' } })
  })
})

describe('tokens', () => {
  it('renews a token that is refused, and resumes', () => {
    const asking = run(...OPENING, { type: 'lost' }, { type: 'retry' }, { type: 'unauthorised' })
    const connecting = liveStep(asking.state, { type: 'token', token: 't2' })

    expect(asking.commands).toContainEqual({ type: 'need-token', refused: 't1' })
    expect(connectOf(connecting.commands)?.token).toBe('t2')
  })

  it('backs off when the renewed token is refused as well', () => {
    const { state } = run(
      ...OPENING,
      { type: 'lost' },
      { type: 'retry' },
      { type: 'unauthorised' },
      { type: 'token', token: 't2' },
      { type: 'unauthorised' },
    )

    expect(state.phase).toBe('waiting')
  })

  it('gives up when the session is over', () => {
    const { state, commands } = run(...OPENING.slice(0, 2), { type: 'token', token: undefined })

    expect(state.phase).toBe('refused')
    expect(commands).toEqual([{ type: 'report', status: { kind: 'signed-out' } }])
  })
})

describe('loading', () => {
  // spec 1-4-32, 1-9-19
  it('ends for a source with a batch under 500 records', () => {
    const full = run(...OPENING, { type: 'added', source: TANK, cursor: 'c2', count: 500 })
    const last = liveStep(full.state, { type: 'added', source: TANK, cursor: 'c3', count: 499 })
    const later = liveStep(last.state, { type: 'added', source: TANK, cursor: 'c4', count: 1 })

    expect(full.commands).toEqual([])
    expect(last.commands).toEqual([{ type: 'loaded', sources: [TANK] }])
    expect(later.commands).toEqual([])
  })

  // spec 1-4-31, 1-9-21
  it('ends for all 3 s after the stream opened', () => {
    const open = run(...OPENING)
    const { commands } = liveStep(open.state, { type: 'loaded' })

    expect(open.commands).toContainEqual({ type: 'start-timer', timer: 'loaded', ms: LOADED_AFTER_MS })
    expect(LOADED_AFTER_MS).toBe(3000)
    expect(commands).toEqual([{ type: 'loaded', sources: [TANK] }])
  })
})

describe('a tab that is hidden', () => {
  it('lets go of its connection after a minute and comes back where it was', () => {
    const hidden = run(...OPENING, { type: 'added', source: TANK, cursor: 'c2', count: 1 }, { type: 'hidden' })
    const asleep = liveStep(hidden.state, { type: 'unseen' })
    const awake = liveStep(asleep.state, { type: 'visible' })

    expect(hidden.commands).toEqual([{ type: 'start-timer', timer: 'sleep', ms: SLEEP_AFTER_MS }])
    expect(asleep.commands).toContainEqual({ type: 'disconnect' })
    expect(connectOf(awake.commands)?.sources).toEqual([{ ...TANK, cursor: 'c2' }])
  })

  it('does not open a stream while it sleeps', () => {
    const { state } = run(...OPENING, { type: 'unseen' }, { type: 'follow', source: PUMP }, { type: 'settled' })

    expect(state.phase).toBe('asleep')
  })
})

describe('the command historical', () => {
  const LEAVING: LiveEvent = { type: 'unfollow', source: TANK }

  // spec 1-4-33
  it('closes the stream at once, and opens one without sources when documents are watched', () => {
    const past = run({ type: 'watch', devices: 'unit-1' }, ...OPENING, LEAVING, { type: 'historical' })
    const settled = liveStep(past.state, { type: 'settled' })

    expect(past.state.phase).toBe('idle')
    expect(past.commands).toContainEqual({ type: 'disconnect' })
    expect(past.commands.at(-1)).toEqual({ type: 'start-timer', timer: 'settle', ms: SETTLE_MS })
    expect(connectOf(settled.commands)).toMatchObject({ devices: 'unit-1', sources: [] })
  })

  it('leaves the sources alone that others follow', () => {
    const { state, commands } = run(...OPENING, { type: 'historical' })

    expect(state.phase).toBe('open')
    expect([...state.sources.values()]).toEqual([{ ...TANK, cursor: 'c1' }])
    expect(commands).toEqual([])
  })

  it('leaves the stream alone when it carries no source', () => {
    const { state, commands } = run({ type: 'watch', devices: 'unit-1' }, ...OPENING.slice(1), { type: 'historical' })

    expect(state.phase).toBe('open')
    expect(commands).toEqual([])
  })

  it('lets live mode start again with the series that it reads then', () => {
    const { commands } = run(
      ...OPENING,
      LEAVING,
      { type: 'historical' },
      { type: 'settled' },
      { type: 'follow', source: { ...TANK, cursor: 'c9' } },
      { type: 'settled' },
    )

    expect(connectOf(commands)?.sources).toEqual([{ ...TANK, cursor: 'c9' }])
  })
})

describe('the command cleanup', () => {
  // spec 1-4-33
  it('hangs up, says so, and hears nothing more', () => {
    const stopped = run(...OPENING, { type: 'cleanup' })
    const after = liveStep(stopped.state, { type: 'follow', source: PUMP })

    expect(stopped.commands).toContainEqual({ type: 'disconnect' })
    expect(stopped.commands.at(-1)).toEqual({ type: 'stopped' })
    expect(after.commands).toEqual([])
  })
})
