import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { Clock } from '#platform/time/clock.ts'
import type { DecodedMessage } from '../ingest/decode-message.ts'
import type { Channel } from '../ingest/ingest-batch.ts'
import type { Recorder } from '../ingest/record-batch.ts'
import { CALCULATED, refuseSources } from '../ingest/refuse-sources.ts'
import type { KnownUnit } from '../ingest/unit-authenticator.ts'

interface Parts {
  readonly recorder: Recorder
  readonly clock: Clock
}

interface From {
  readonly unit: KnownUnit
  readonly channel: Channel
  /** Where it was published. */
  readonly topic?: string
}

/**
 * Resolves when everything of a message is committed, so that the device can be told.
 * @throws DomainError server/unavailable, unit/not-found
 */
export type RecordFromDevice = (from: From, message: DecodedMessage) => Promise<IngestVerdict>

export function createRecordFromDevice({ recorder, clock }: Parts): RecordFromDevice {
  return ({ unit, channel, topic }, decoded) => {
    const { dataId, pausedData, calculatedSources } = unit
    const message = refuseSources(decoded, calculatedSources, CALCULATED)
    const at = topic === undefined ? {} : { topic }
    return recorder.recordBatch({ ...message, ...at, dataId, pausedData, channel, arrivedAt: clock() })
  }
}
