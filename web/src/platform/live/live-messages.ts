import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { FollowedSource, LiveStatus, Source } from './live-state.ts'
import type { LiveNews } from './live-news.ts'

/** What the tab sends its worker. */
export type ToWorker =
  | { type: 'follow'; source: FollowedSource }
  | { type: 'unfollow'; source: Source }
  | { type: 'watch'; devices: string | undefined }
  | { type: 'read'; asOf: string }
  | { type: 'token'; token: string | undefined }
  /** No token could be had just now; the worker tries again later. */
  | { type: 'lost' }
  | { type: 'historical' | 'cleanup' | 'hidden' | 'visible' }

/** What the worker sends its tab. */
export type FromWorker =
  | { type: 'need-token'; refused: string | undefined }
  | { type: 'report'; status: LiveStatus }
  | { type: 'joined'; fresh: Source[] }
  | { type: 'loaded'; sources: Source[] }
  | { type: 'news'; news: LiveNews[] }
  | { type: 'added'; source: Source; records: DataRecord[] }
  | { type: 'stopped' }
