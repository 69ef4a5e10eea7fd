import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'

/** Pause before a stream is opened for another set of sources, so that changes of one moment open one stream. */
export const SETTLE_MS = 100
/** A stream that says nothing for this long is dead, whatever the network believes. */
export const HEARTBEAT_MS = 45_000
/** How long after opening a source counts as loaded even when its replay has not ended. */
export const LOADED_AFTER_MS = 3000
/** A tab that was hidden for this long closes its connection. */
export const SLEEP_AFTER_MS = 60_000
const RETRY_FIRST_MS = 1000
const RETRY_LAST_MS = 18_000_000
const RETRY_GROWTH = 1.2
/** How many attempts to reconnect to another server may fail before that is shown: a load balancer may need a moment. */
export const QUIET_ATTEMPTS = 3

export interface Source {
  readonly dataId: DataId
  readonly subject: SourceName
}

export interface FollowedSource extends Source {
  /** Behind the last received record; absent: follow only new records. */
  readonly cursor?: string
}

type LivePhase = 'idle' | 'authorising' | 'connecting' | 'open' | 'waiting' | 'refused' | 'asleep' | 'stopped'

export type TimerName = 'settle' | 'heartbeat' | 'retry' | 'loaded' | 'sleep'

export type LiveEvent =
  | { type: 'follow'; source: FollowedSource }
  | { type: 'unfollow'; source: Source }
  /** The page switches to historical mode: its sources end, and the stream that carries them closes at once. */
  | { type: 'historical' }
  | { type: 'watch'; devices: string | undefined }
  /** The page has read the viewing units: streams of them carry on from there. */
  | { type: 'read'; asOf: string }
  | { type: 'settled' }
  | { type: 'opened' }
  /** Bytes arrived, even if only a comment. */
  | { type: 'alive' }
  | { type: 'added'; source: Source; cursor: string; count: number }
  | { type: 'silent' }
  /** The server is about to stop: another one continues. */
  | { type: 'moved' }
  | { type: 'lost' }
  | { type: 'unauthorised' }
  /** The server refuses this stream for good, in its words: `DATA_NOT_FOUND` where that is why, empty without any. */
  | { type: 'refused'; message: string }
  /** The answer to `need-token`; undefined when the session is over. */
  | { type: 'token'; token: string | undefined }
  | { type: 'retry' }
  | { type: 'loaded' }
  | { type: 'hidden' }
  | { type: 'unseen' }
  /** The tab became visible, or the network is back: a good moment to retry. */
  | { type: 'visible' }
  /** The live connection is not needed any more. */
  | { type: 'cleanup' }

/** What the app shows about the stream. */
export type LiveStatus =
  | { kind: 'idle' | 'connecting' | 'open' | 'signed-out' }
  /** `timeout`: the stream fell silent. */
  | { kind: 'lost'; timeout?: true }
  | { kind: 'refused'; message: string }

export type LiveCommand =
  | { type: 'connect'; devices: string | undefined; since?: string; sources: FollowedSource[]; token: string }
  | { type: 'disconnect' }
  | { type: 'start-timer'; timer: TimerName; ms: number }
  | { type: 'stop-timer'; timer: TimerName }
  | { type: 'need-token'; refused: string | undefined }
  | { type: 'report'; status: LiveStatus }
  /** The stream opened; `fresh` sources have no cursor, so earlier records may be missing. */
  | { type: 'joined'; fresh: Source[] }
  /** All that the server had of these sources has arrived. */
  | { type: 'loaded'; sources: Source[] }
  | { type: 'stopped' }

export interface LiveState {
  readonly phase: LivePhase
  readonly devices: string | undefined
  /** Where the stream carries on after what the page has read of the viewing units; undefined as long as that is nothing. */
  readonly asOf: string | undefined
  /** By `keyOf`. */
  readonly sources: ReadonlyMap<string, FollowedSource>
  /** What the current stream was opened for. */
  readonly streamed: { readonly devices: string | undefined; readonly keys: ReadonlySet<string> } | undefined
  /** Keys of sources whose cursor differs from that of the open stream. */
  readonly restart: ReadonlySet<string>
  /** Keys of sources with a replay in progress. */
  readonly loading: ReadonlySet<string>
  readonly token: string | undefined
  /** The current or requested token replaces a refused one, and has not worked yet. */
  readonly renewed: boolean
  /** Attempts that failed since the stream was last open. */
  readonly failures: number
  /** Whether the server of the last stream sent this one elsewhere. */
  readonly moved: boolean
}

export interface LiveStep {
  readonly state: LiveState
  readonly commands: LiveCommand[]
}

export const INITIAL_LIVE_STATE: LiveState = {
  phase: 'idle',
  devices: undefined,
  asOf: undefined,
  sources: new Map(),
  streamed: undefined,
  restart: new Set(),
  loading: new Set(),
  token: undefined,
  renewed: false,
  failures: 0,
  moved: false,
}

export function keyOf({ dataId, subject }: Source): string {
  return `${dataId}/${subject}`
}

/** The pause before the next attempt: about a fifth of the outage so far, never under 1 s or over 18,000 s. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_LAST_MS, Math.round(RETRY_FIRST_MS * RETRY_GROWTH ** Math.max(0, failures - 1)))
}
