import { say } from '@fieldwatch/messages/server-sentences'
import { isAnyTopic, MAX_TOPIC_LENGTH } from '../contract/topic-pattern.ts'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { refusedMessage, storable } from '@fieldwatch/server/doors/ingest/decode-message'
import type { ForeignSender, ForeignTopics } from '@fieldwatch/server/doors/ingest/foreign-topics'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { Publish } from '@fieldwatch/server/doors/ingest/mqtt-dialect'
import type { Sender, Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import type { RecordAtDoor } from '@fieldwatch/server/doors/senders/record-at-door'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import type { ReceiveAny } from './receive-any.ts'

interface Parts {
  readonly senders: Pick<Senders, 'byToken' | 'ofUnit'>
  readonly receive: ReceiveAny
  readonly record: RecordAtDoor
  readonly clock: Clock
}

/** JSON of any shape by MQTT, to any topic that is not ours: mappings make records of it, and what none understands is kept. */
export function createMappedTopics({ senders, receive, record, clock }: Parts): ForeignTopics {
  return {
    takes: (topic) => isAnyTopic(topic) && topic.length <= MAX_TOPIC_LENGTH,

    verify: async (token, address) => {
      const { id } = await senders.byToken(token, address)
      return { id, token, address }
    },

    receive: async (from, publish) => {
      const sender = await senderOf(from)
      const isCut = publish.bytes > MAX_RECORD_BYTES
      if (isCut && 'unit' in from) return refuseTooLong(from.unit, publish)
      const topic = storable(publish.topic).slice(0, MAX_TOPIC_LENGTH)
      const message = { topic, payload: storable(publish.payload.toString()), arrivedAt: clock() }
      // Of a message that is too long only the beginning is known.
      await receive(sender, message, isCut ? 'record-refused' : undefined)
    },
  }

  /** The rights of a program are checked at each message. */
  async function senderOf(from: ForeignSender): Promise<Sender> {
    return 'unit' in from ? senders.ofUnit(from.unit) : senders.byToken(from.program.token, from.program.address)
  }

  async function refuseTooLong(unit: KnownUnit, { topic, payload }: Publish): Promise<void> {
    const reason = { code: 'record/too-large', message: say('answers.ingest.message-size') } as const
    await record('json', unit, refusedMessage('', reason, payload), topic.slice(0, MAX_TOPIC_LENGTH))
  }
}
