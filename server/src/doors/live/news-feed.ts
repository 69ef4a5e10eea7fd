import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Caller } from '#platform/http/caller.ts'
import type { SseConnection } from './sse-connection.ts'

/** Sends the news of one feature to the streams that watch it. */
export interface NewsFeed<Watcher> {
  /** Returns the way to stop. */
  readonly watch: (watcher: Watcher) => () => void
  readonly close: () => void
}

export interface UnitWatcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

export interface AlertWatcher {
  readonly caller: Caller
  /** The unit that the stream is about; undefined: it is about all of them. */
  readonly only: DataId | undefined
  readonly connection: SseConnection
}

/** The news of the features, which are on the floor above. */
export interface NewsFeeds {
  readonly alerts: NewsFeed<AlertWatcher>
  readonly occurrences: NewsFeed<UnitWatcher>
  readonly requests: NewsFeed<UnitWatcher>
}
