import type { Door } from '@fieldwatch/contract/api/doors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { PackedBody } from '#doors/ingest/body-tasks.ts'
import type { DecodedMessage } from '#doors/ingest/decode-message.ts'
import { type IngestBatch, sentBy } from '#doors/ingest/ingest-batch.ts'
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

/** As `RecordAtDoor`, for what a thread has decoded. */
export type RecordDecoded = (door: Door, unit: KnownUnit, body: PackedBody) => Promise<IngestVerdict>

/**
 * As `RecordAtDoor`, for one message that several units are in: all of it is in one commit.
 * @throws DomainError server/unavailable, unit/not-found
 */
export type RecordTogether = (door: Door, parts: readonly PartForUnit[]) => Promise<IngestVerdict[]>

interface PartForUnit {
  readonly unit: KnownUnit
  readonly message: DecodedMessage
}

export function createRecordAtDoor({ recorder, clock }: Parts): {
  readonly record: RecordAtDoor
  readonly recordDecoded: RecordDecoded
  readonly recordTogether: RecordTogether
} {
  return {
    record: (door, unit, message, topic) => recorder.recordBatch(batchOf(door, { unit, message }, topic)),
    recordDecoded: (door, unit, body) =>
      recorder.recordDecoded(sentBy(unit, { channel: door, arrivedAt: clock() }), body),
    recordTogether: (door, parts) => recorder.recordTogether(parts.map((part) => batchOf(door, part))),
  }

  function batchOf(door: Door, { unit, message }: PartForUnit, topic?: string): IngestBatch {
    return { ...message, ...sentBy(unit, { channel: door, arrivedAt: clock(), ...(topic !== undefined && { topic }) }) }
  }
}
