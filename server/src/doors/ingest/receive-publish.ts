import { say } from '@fieldwatch/messages/server-sentences'
import { isName } from '@fieldwatch/contract/api/ids'
import {
  type IngestVerdict,
  MAX_RECORD_BYTES,
  type MqttErrors,
  parseTopic,
} from '@fieldwatch/contract/telemetry/ingest'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import {
  CALCULATED,
  type DecodedMessage,
  decodeSourceMessage,
  refuseSources,
  refusedMessage,
} from './decode-message.ts'
import type { Recorder } from './record-batch.ts'
import type { KnownUnit } from './unit-authenticator.ts'
import { isWorthThread } from './worth-thread.ts'

/** The meaning of a topic that a unit published to: a source, nothing, or the reason for a refusal. */
type MessageTopic =
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly source: string; readonly reason: string }

/** The topics on which a Mosquitto bridge reports its state. */
const BRIDGE_STATE = /^\$SYS\/broker\/connection\/.+\/state$/s

const DATA_LEVELS = 4
const PATTERN = 'units/{dataID}/data/{source}'

export function readTopic(topic: string, { dataId }: Pick<KnownUnit, 'dataId'>): MessageTopic {
  if (BRIDGE_STATE.test(topic)) return { kind: 'ignored' }
  const parsed = parseTopic(topic)
  if (parsed?.kind === 'data' && parsed.dataId === dataId) return { kind: 'source', source: parsed.source }
  return { kind: 'refused', source: parsed?.kind === 'data' ? parsed.source : '', reason: reasonOf(topic, dataId) }
}

function reasonOf(topic: string, dataId: string): string {
  const levels = topic.split('/')
  const isOwn = levels[0] === 'units' && levels[1] === dataId
  if (isOwn && levels[2] === 'data') {
    return say(`answers.ingest.topic-${levels.length > DATA_LEVELS ? 'more' : 'fewer'}`, { pattern: PATTERN })
  }
  if (isOwn) return say('answers.ingest.topic-only', { pattern: PATTERN })
  return say('answers.ingest.topic-own', { pattern: PATTERN })
}

interface Dependencies {
  recorder: Recorder
  clock: Clock
}

/** A message as it was read; of one that is too long only the beginning. */
export interface Publish {
  readonly topic: string
  readonly payload: Buffer
  /** The length of the whole payload. */
  readonly bytes: number
}

/** The most refusals that a message on the errors topic lists. */
const LISTED_REFUSALS = 200
/** The most characters of a topic that are kept and shown. */
const KEPT_TOPIC = 512

type Meaning = Exclude<MessageTopic, { kind: 'ignored' }>

/** Whether the message is decoded in another thread; the next one then waits until it is stored. */
export function takesLong({ payload, bytes }: Publish, meaning: Meaning): boolean {
  const isOfSource = meaning.kind === 'source' && isName(meaning.source)
  return isOfSource && bytes <= MAX_RECORD_BYTES && isWorthThread(payload, meaning.source)
}

/** Stores a publish, or why it was refused. Resolves after the commit, to the reply for the unit. */
export async function receivePublish(
  { recorder, clock }: Dependencies,
  unit: KnownUnit,
  { publish, meaning }: { publish: Publish; meaning: Meaning },
): Promise<MqttErrors | undefined> {
  const { dataId, pausedData, calculatedSources } = unit
  const topic = publish.topic.slice(0, KEPT_TOPIC)
  const from = { dataId, pausedData, channel: 'mqtt', arrivedAt: clock(), topic } as const
  const verdict = takesLong(publish, meaning)
    ? await recordLong()
    : await record(refuseSources(decode(publish, meaning, clock()), calculatedSources, CALCULATED))
  const { refused } = verdict.details
  return refused.length === 0 ? undefined : { topic, refused: refused.slice(0, LISTED_REFUSALS) }

  function record(message: DecodedMessage): Promise<IngestVerdict> {
    return recorder.recordBatch({ ...from, ...message })
  }

  async function recordLong(): Promise<IngestVerdict> {
    try {
      const body = Buffer.from(publish.payload)
      return await recorder.recordBody({ ...from, body, source: meaning.source, calculatedSources })
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'request/too-large') throw error
      const reason = { code: 'record/too-large', message: error.sentence } as const
      return record(refusedMessage(meaning.source, reason, publish.payload))
    }
  }
}

function decode({ payload, bytes }: Publish, meaning: Meaning, now: number): DecodedMessage {
  const { source } = meaning
  if (meaning.kind === 'refused') {
    return refusedMessage(source, { code: 'record/topic-not-allowed', message: meaning.reason }, payload)
  }
  if (bytes > MAX_RECORD_BYTES) {
    return refusedMessage(source, { code: 'record/too-large', message: say('answers.ingest.message-size') }, payload)
  }
  return decodeSourceMessage(source, payload, now)
}
