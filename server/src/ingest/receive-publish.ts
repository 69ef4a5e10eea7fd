import { type MqttErrors, MAX_RECORD_BYTES } from '@fieldwatch/contract/ingest'
import type { Clock } from '#time/clock.ts'
import { type DecodedMessage, decodeSourceMessage, refusedMessage } from './decode-message.ts'
import type { MessageTopic } from './message-topic.ts'
import type { Recorder } from './record-batch.ts'
import { CALCULATED, refuseSources } from './refuse-sources.ts'
import type { KnownUnit } from './unit-access.ts'

interface Dependencies {
  recorder: Recorder
  clock: Clock
}

/** A message as it was read: of one that is too long there is the beginning only. */
export interface Publish {
  readonly topic: string
  readonly payload: Buffer
  /** The length of the whole payload. */
  readonly bytes: number
}

/** Refusals that one message on the errors topic tells. */
const TOLD_REFUSALS = 200
/** How much of a topic is kept and told. */
const KEPT_TOPIC = 512

/** Stores what a unit published, or why it could not be stored. Resolves after the commit, with what the unit is to be told. */
export async function receivePublish(
  { recorder, clock }: Dependencies,
  unit: KnownUnit,
  { publish, meaning }: { publish: Publish; meaning: Exclude<MessageTopic, { kind: 'ignored' }> },
): Promise<MqttErrors | undefined> {
  const message = refuseSources(decode(publish, meaning, clock()), unit.calculatedSources, CALCULATED)
  const { dataId, pausedData } = unit
  const topic = publish.topic.slice(0, KEPT_TOPIC)
  const arrivedAt = clock()
  const verdict = await recorder.recordBatch({ ...message, dataId, pausedData, channel: 'mqtt', arrivedAt, topic })
  const { refused } = verdict.details
  return refused.length === 0 ? undefined : { topic, refused: refused.slice(0, TOLD_REFUSALS) }
}

function decode(
  { payload, bytes }: Publish,
  meaning: Exclude<MessageTopic, { kind: 'ignored' }>,
  now: number,
): DecodedMessage {
  const { source } = meaning
  if (meaning.kind === 'refused') {
    return refusedMessage(source, { code: 'record/topic-not-allowed', message: meaning.reason }, payload)
  }
  if (bytes > MAX_RECORD_BYTES) {
    return refusedMessage(source, { code: 'record/too-large', message: 'The message exceeds 64 KiB.' }, payload)
  }
  return decodeSourceMessage(source, payload, now)
}
