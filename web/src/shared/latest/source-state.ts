import type { DataRecord } from '@fieldwatch/contract/telemetry/data'

/** The state of a source: loading, failed, or its newest records, newest first. */
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
