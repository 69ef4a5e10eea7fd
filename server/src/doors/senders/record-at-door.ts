import type { Door } from '@fieldwatch/contract/api/doors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import { CALCULATED, type DecodedMessage, refuseSources } from '#doors/ingest/decode-message.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import type { KnownUnit } from '#doors/ingest/unit-authenticator.ts'
import type { Clock } from '#platform/time/clock.ts'

interface Parts {
  readonly recorder: Recorder
  readonly clock: Clock
}

/**
 * Stores what a unit sent by a door, refused lines too, without records for sources that the portal computes. Resolves after the commit;
 * only then may the sender hear of success.
 * @throws DomainError server/unavailable, unit/not-found
 */
export type RecordAtDoor = (
  door: Door,
  unit: KnownUnit,
  message: DecodedMessage,
  /** Where it was published. */
  topic?: string,
) => Promise<IngestVerdict>

export function createRecordAtDoor({ recorder, clock }: Parts): RecordAtDoor {
  return (door, { dataId, pausedData, calculatedSources }, decoded, topic) => {
    const message = refuseSources(decoded, calculatedSources, CALCULATED)
    const at = topic === undefined ? {} : { topic }
    return recorder.recordBatch({ ...message, ...at, dataId, pausedData, channel: door, arrivedAt: clock() })
  }
}
