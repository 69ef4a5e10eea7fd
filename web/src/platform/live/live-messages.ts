import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type {
  LiveAlerts,
  LiveModified,
  LiveNotes,
  LiveOccurrences,
  LiveRemoved,
  LiveRequests,
  LiveTemplate,
} from '@fieldwatch/contract/telemetry/live'
import type { FollowedSource, LiveStatus, Source } from './live-state.ts'

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
  | { type: 'modified'; documents: LiveModified[] }
  | { type: 'removed'; unit: LiveRemoved }
  | { type: 'outdated' }
  | { type: 'template'; template: LiveTemplate }
  | { type: 'occurrences'; table: LiveOccurrences }
  | { type: 'notes'; unit: LiveNotes }
  | { type: 'requests'; unit: LiveRequests }
  | { type: 'alerts'; alerts: LiveAlerts }
  | { type: 'labels' }
  | { type: 'places' }
  | { type: 'incidents' }
  | { type: 'templates' }
  | { type: 'added'; source: Source; records: DataRecord[] }
  | { type: 'stopped' }
