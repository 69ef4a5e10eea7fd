import { type MqttErrors, MAX_RECORD_BYTES, parseTopic } from '@fieldwatch/contract/ingest'
import type { Clock } from '#time/clock.ts'
import { type DecodedMessage, decodeSourceMessage, refusedMessage } from './decode-message.ts'
import type { Recorder } from './record-batch.ts'
import { refuseCalculated } from './refuse-calculated.ts'
import type { KnownUnit } from './unit-access.ts'

interface Dependencies {
  recorder: Recorder
  clock: Clock
}

/** Refusals that one message on the errors topic tells. */
const TOLD_REFUSALS = 200

/** Stores what a unit published, or why it could not be stored. Resolves after the commit, with what the unit is to be told. */
export async function receivePublish(
  { recorder, clock }: Dependencies,
  unit: KnownUnit,
  { topic, payload }: { topic: string; payload: Buffer },
): Promise<MqttErrors | undefined> {
  const message = refuseCalculated(decode(unit, topic, payload, clock()), unit.calculatedSources)
  const { dataId, pausedData } = unit
  const verdict = await recorder.recordBatch({ ...message, dataId, pausedData, channel: 'mqtt', arrivedAt: clock() })
  const { refused } = verdict.details
  return refused.length === 0 ? undefined : { topic, refused: refused.slice(0, TOLD_REFUSALS) }
}

function decode(unit: KnownUnit, topic: string, payload: Buffer, now: number): DecodedMessage {
  const parsed = parseTopic(topic)
  const source = parsed?.kind === 'data' ? parsed.source : ''
  if (parsed?.kind !== 'data' || parsed.dataId !== unit.dataId) {
    return refusedMessage(source, 'record/topic-not-allowed', payload)
  }
  if (payload.length > MAX_RECORD_BYTES) return refusedMessage(source, 'record/too-large', payload)
  return decodeSourceMessage(source, payload, now)
}
