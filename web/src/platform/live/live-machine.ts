import { STREAM_BATCH } from '@fieldwatch/contract/api/live-addresses'
import {
  HEARTBEAT_MS,
  keyOf,
  LOADED_AFTER_MS,
  QUIET_ATTEMPTS,
  retryDelay,
  SETTLE_MS,
  SLEEP_AFTER_MS,
  type FollowedSource,
  type LiveCommand,
  type LiveEvent,
  type LiveState,
  type LiveStatus,
  type LiveStep,
  type Source,
  type TimerName,
} from './live-state.ts'

/** The one decision of the live connection: what happens to it, and what is to be done, when something occurs. */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function liveStep(state: LiveState, event: LiveEvent): LiveStep {
  if (state.phase === 'stopped') return { state, commands: [] }
  switch (event.type) {
    case 'follow':
      return settle(follow(state, event.source))
    case 'unfollow':
      return settle({ ...state, sources: without(state.sources, keyOf(event.source)) })
    case 'historical':
      return historical(state)
    case 'watch':
      return settle({ ...state, devices: event.devices })
    case 'read':
      return { state: { ...state, asOf: event.asOf }, commands: [] }
    case 'settled':
      return settled(state)
    case 'opened':
      return opened(state)
    case 'alive':
      return { state, commands: state.phase === 'open' ? [heartbeat()] : [] }
    case 'added':
      return added(state, event)
    case 'silent':
      return lost(state, { kind: 'lost', timeout: true })
    case 'moved':
      return state.phase === 'open' ? connect({ ...state, moved: true }) : { state, commands: [] }
    case 'lost':
      return lost(state)
    case 'unauthorised':
      return state.renewed ? lost(state) : authorise({ ...disconnected(state), renewed: true }, state.token)
    case 'refused':
      return refused(state, event.message)
    case 'token':
      return tokenGiven(state, event.token)
    case 'retry':
      return state.phase === 'waiting' ? connect(state) : { state, commands: [] }
    case 'loaded':
      return loaded(state, state.loading)
    case 'hidden':
      return { state, commands: [{ type: 'start-timer', timer: 'sleep', ms: SLEEP_AFTER_MS }] }
    case 'unseen':
      return { state: { ...disconnected(state), phase: 'asleep' }, commands: [...hangUp(), report({ kind: 'idle' })] }
    case 'visible':
      return visible(state)
    case 'cleanup':
      return cleanup(state)
  }
}

function follow(state: LiveState, source: FollowedSource): LiveState {
  const key = keyOf(source)
  const known = state.sources.get(key)
  if (source.cursor === undefined && known !== undefined) return state
  const sources = new Map(state.sources).set(key, source)
  return { ...state, sources, restart: source.cursor === undefined ? state.restart : new Set([...state.restart, key]) }
}

function settle(state: LiveState): LiveStep {
  return { state, commands: [{ type: 'start-timer', timer: 'settle', ms: SETTLE_MS }] }
}

/**
 * The page switched to historical mode and released its charts. A stream with nothing else closes now; one with documents reopens
 * after the usual pause. Sources with other followers stay.
 */
function historical(state: LiveState): LiveStep {
  if (state.sources.size > 0 || (state.streamed?.keys.size ?? 0) === 0) return { state, commands: [] }
  const { commands } = settle(state)
  return { state: { ...disconnected(state), phase: 'idle' }, commands: [...hangUp(), ...commands] }
}

function settled(state: LiveState): LiveStep {
  const { phase, streamed } = state
  if (phase === 'waiting' || phase === 'asleep' || phase === 'authorising') return { state, commands: [] }
  const covered = streamed !== undefined && state.restart.size === 0 && isStreamed(state, streamed)
  return covered ? { state, commands: [] } : connect(state)
}

function isStreamed(state: LiveState, streamed: NonNullable<LiveState['streamed']>): boolean {
  return (
    streamed.devices === state.devices &&
    streamed.keys.size === state.sources.size &&
    [...state.sources.keys()].every((key) => streamed.keys.has(key))
  )
}

function connect(state: LiveState): LiveStep {
  const { devices, asOf, sources, token } = state
  if (devices === undefined && sources.size === 0) {
    return { state: { ...disconnected(state), phase: 'idle' }, commands: [...hangUp(), report({ kind: 'idle' })] }
  }
  if (token === undefined) return authorise(disconnected(state), undefined)
  return {
    state: {
      ...state,
      phase: 'connecting',
      streamed: { devices, keys: new Set(sources.keys()) },
      restart: new Set(),
      loading: new Set(sources.keys()),
    },
    commands: [
      ...hangUp(),
      {
        type: 'connect',
        devices,
        ...(devices === 'viewing' && asOf !== undefined ? { since: asOf } : {}),
        sources: [...sources.values()],
        token,
      },
      heartbeat(),
      ...(state.failures === 0 && !state.moved ? [report({ kind: 'connecting' })] : []),
    ],
  }
}

function authorise(state: LiveState, refusedToken: string | undefined): LiveStep {
  return {
    state: { ...state, phase: 'authorising', token: undefined },
    commands: [...hangUp(), { type: 'need-token', refused: refusedToken }],
  }
}

function tokenGiven(state: LiveState, token: string | undefined): LiveStep {
  if (state.phase !== 'authorising') return { state: token === undefined ? state : { ...state, token }, commands: [] }
  if (token !== undefined) return connect({ ...state, token })
  return { state: { ...state, phase: 'refused' }, commands: [report({ kind: 'signed-out' })] }
}

function opened(state: LiveState): LiveStep {
  if (state.phase !== 'connecting') return { state, commands: [] }
  const fresh = [...state.sources.values()].filter((source) => source.cursor === undefined)
  return {
    state: { ...state, phase: 'open', renewed: false, failures: 0, moved: false },
    commands: [
      heartbeat(),
      { type: 'start-timer', timer: 'loaded', ms: LOADED_AFTER_MS },
      { type: 'joined', fresh: fresh.map(({ dataId, subject }) => ({ dataId, subject })) },
      report({ kind: 'open' }),
    ],
  }
}

function added(state: LiveState, event: { source: Source; cursor: string; count: number }): LiveStep {
  const key = keyOf(event.source)
  // While a restart is pending, this stream must not move the cursor from which the source is to be read again.
  if (!state.sources.has(key) || state.restart.has(key)) return { state, commands: [] }
  const next = { ...state, sources: new Map(state.sources).set(key, { ...event.source, cursor: event.cursor }) }
  return event.count < STREAM_BATCH && state.loading.has(key)
    ? loaded(next, new Set([key]))
    : { state: next, commands: [] }
}

function loaded(state: LiveState, keys: ReadonlySet<string>): LiveStep {
  const sources = [...keys].flatMap((key) => state.sources.get(key) ?? [])
  if (sources.length === 0) return { state, commands: [] }
  return {
    state: { ...state, loading: new Set([...state.loading].filter((key) => !keys.has(key))) },
    commands: [{ type: 'loaded', sources: sources.map(({ dataId, subject }) => ({ dataId, subject })) }],
  }
}

function lost(state: LiveState, status: LiveStatus = { kind: 'lost' }): LiveStep {
  if (state.phase !== 'connecting' && state.phase !== 'open' && state.phase !== 'authorising')
    return { state, commands: [] }
  const failures = state.failures + 1
  const isQuiet = state.moved && failures <= QUIET_ATTEMPTS
  const retry: LiveCommand = { type: 'start-timer', timer: 'retry', ms: retryDelay(failures) }
  return {
    state: { ...disconnected(state), phase: 'waiting', failures },
    commands: [...hangUp(), retry, ...(isQuiet ? [] : [report(status)])],
  }
}

function refused(state: LiveState, message: string): LiveStep {
  return {
    state: { ...disconnected(state), phase: 'refused' },
    commands: [...hangUp(), report({ kind: 'refused', message })],
  }
}

function visible(state: LiveState): LiveStep {
  const wake: LiveCommand = stopTimer('sleep')
  if (state.phase !== 'asleep' && state.phase !== 'waiting') return { state, commands: [wake] }
  const { state: next, commands } = connect(state)
  return { state: next, commands: [wake, ...commands] }
}

function cleanup(state: LiveState): LiveStep {
  return {
    state: { ...disconnected(state), phase: 'stopped' },
    commands: [...hangUp(), stopTimer('settle'), stopTimer('sleep'), { type: 'stopped' }],
  }
}

function disconnected(state: LiveState): LiveState {
  return { ...state, streamed: undefined, restart: new Set(), loading: new Set() }
}

function hangUp(): LiveCommand[] {
  return [{ type: 'disconnect' }, stopTimer('heartbeat'), stopTimer('retry'), stopTimer('loaded')]
}

function heartbeat(): LiveCommand {
  return { type: 'start-timer', timer: 'heartbeat', ms: HEARTBEAT_MS }
}

function stopTimer(timer: TimerName): LiveCommand {
  return { type: 'stop-timer', timer }
}

function report(status: LiveStatus): LiveCommand {
  return { type: 'report', status }
}

function without<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
