import type { DataRecord } from '@fieldwatch/contract/data'

/** What is known of a source: nothing yet, that it could not be read, or its newest records, newest first. */
export type SourceState =
  | { kind: 'retrieving' }
  | { kind: 'failed' }
  | {
      kind: 'records'
      records: readonly DataRecord[]
      /** Records from before with the latest values of fields that none of `records` has, newest first. */
      older?: readonly DataRecord[]
    }

export type ReadSource = (source: string) => SourceState
