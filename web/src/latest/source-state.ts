import type { DataRecord } from '@fieldwatch/contract/data'

/** What is known of a source: nothing yet, that it could not be read, or its newest records, newest first. */
export type SourceState =
  | { kind: 'retrieving' }
  | { kind: 'failed' }
  | { kind: 'records'; records: readonly DataRecord[] }

export type ReadSource = (source: string) => SourceState
