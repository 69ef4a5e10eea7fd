import type { DataId, SourceName } from './ids.ts'

/** The address of the live stream and the form of its batches and refusals, without schemas: the worker loads this alone. */
export const STREAM_LIVE = { method: 'GET', path: '/api/v1/stream/live' } as const

/** The address of the stream of a shared link, which sends the same events. */
export const STREAM_SHARED = { method: 'GET', path: '/api/v1/shared/stream' } as const

/** As the `devices` of a live stream: no documents, only what changes of alerts. No unit has this name. */
export const ALERTS_ONLY = '-'

/** The most records of one `added` event. A batch with fewer ends the initial load. */
export const STREAM_BATCH = 500

/** Header of a refusal that says in words what is missing. */
export const ERROR_DETAILS_HEADER = 'X-Error-Details'

/** What that header says of a source that does not exist. */
export const DATA_NOT_FOUND = 'Data could not be found'

/**
 * Header of a live stream that begins with what changed since its reader read the units. A server of a former release, which sends all
 * documents, has none.
 */
export const CARRIES_ON_HEADER = 'X-Carries-On'

/** Event of any stream of a server that is about to stop, the last one: the reader opens the stream again at once, elsewhere. */
export const STREAM_MOVED = 'moved'

/** The cursor before everything, for a source that did not exist yet, so that its first record is not missed. */
export const FIRST_CURSOR = 'a.0.'

export interface LiveSource {
  dataId: DataId
  subject: SourceName
  /** Absent: only what comes from now on. */
  cursor?: string
}

/** Writes the `data` parameter of the live stream. */
export function formatLiveSources(sources: readonly LiveSource[]): string {
  return sources
    .map(({ dataId, subject, cursor }) => `${dataId}/${subject}${cursor === undefined ? '' : `@${cursor}`}`)
    .join(',')
}
