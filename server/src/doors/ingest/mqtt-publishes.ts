import {
  topics,
  type IngestVerdict,
  MAX_RECORD_BYTES,
  type MqttErrors,
  parseTopic,
} from '@fieldwatch/contract/telemetry/ingest'
import type { Aedes, Client, PublishPacket } from 'aedes'
import type { Platform } from '#platform/floor.ts'
import type { ForeignSender, ForeignTopicsPlace } from './foreign-topics.ts'
import type { Publish, DialectConnection, MqttDialect } from './mqtt-dialect.ts'
import { publishJson, sendJson } from './mqtt-messages.ts'
import { discardedBytes, topicOf } from './mqtt-packets.ts'
import type { MqttPrograms } from './mqtt-programs.ts'
import { grantedQos } from './mqtt-receipts.ts'
import { type MqttSessions, mayStay } from './mqtt-sessions.ts'
import { type Recorder, recordMessage } from './record-batch.ts'
import type { KnownUnit, UnitAuthenticator } from './unit-authenticator.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Reason } from './decode-message.ts'
import { isWorthThread } from './worth-thread.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'clock' | 'metrics' | 'log'> {
  unitAuthenticator: UnitAuthenticator
  recorder: Recorder
  sessions: MqttSessions
  dialects: readonly MqttDialect[]
  programs: MqttPrograms
  foreignTopics: ForeignTopicsPlace
}

/** The most unread bytes of a connection before further refusals are dropped. */
const UNREAD_BYTES = 64 * 1024

/** Processes publishes of units in order, and reports refusals on their errors topic. */
export function createMqttPublishes(dependencies: Dependencies) {
  const { unitAuthenticator, sessions, dialects, programs, foreignTopics, bus, metrics, log } = dependencies
  const order = createMessageOrder<Client>()
  return {
    /**
     * Resolves when the message may be acknowledged: it is stored or refused, and so are those before it.
     * @throws Error when the unit may not send any more
     */
    receive: async (broker: Aedes, client: Client | null, packet: PublishPacket): Promise<void> => {
      // Ignores the will of a client that is not connected to this server.
      if (client === null) return
      await order.next(client, () => begin(broker, client, packet))
    },
  }

  async function begin(broker: Aedes, client: Client, packet: PublishPacket): Promise<{ stored: Promise<void> }> {
    const program = programs.programOf(client)
    if (program !== undefined) return { stored: receiveForeign({ program }, topicOf(packet), packet) }
    const unit = await currentUnit(client)
    if (unit === undefined) throw new Error('the unit may not send any more')
    if (packet.qos === 2 && packet.dup && (await isKnown(broker, client, packet))) return NOTHING_TO_STORE
    const topic = topicOf(packet)
    const dialect = dialects.find(({ takes }) => takes(topic))
    if (dialect !== undefined) {
      return { stored: dialect.receive(connectionOf(client, unit), publishOf(topic, packet)) }
    }
    if (foreignTopics.current?.takes(topic) === true) return { stored: receiveForeign({ unit }, topic, packet) }
    const meaning = readTopic(topic, unit)
    if (meaning.kind === 'ignored') return NOTHING_TO_STORE
    if (meaning.kind === 'refused') metrics.mqttRefused.inc({ reason: 'topic' })
    const publish = publishOf(topic, packet)
    const stored = store(broker, client, unit, { publish, meaning })
    if (takesLong(publish, meaning)) await stored
    return { stored }
  }

  /** Mosquitto bridges report their state below `$SYS`. */
  async function receiveForeign(sender: ForeignSender, topic: string, packet: PublishPacket): Promise<void> {
    if (!topic.startsWith('$')) await foreignTopics.current?.receive(sender, publishOf(topic, packet))
  }

  async function store(
    broker: Aedes,
    client: Client,
    unit: KnownUnit,
    message: Parameters<typeof receivePublish>[2],
  ): Promise<void> {
    const errors = await receivePublish(dependencies, unit, message)
    if (errors === undefined || client.conn.writableLength >= UNREAD_BYTES) return
    publishJson(broker, topics.errors(unit.dataId), errors, log)
  }

  function connectionOf(client: Client, unit: KnownUnit): DialectConnection {
    return {
      unit,
      send: (topic, message) => {
        if (client.conn.writableLength < UNREAD_BYTES) sendJson(client, { topic, message }, log)
      },
      isSubscribed: (topic) => grantedQos(client, topic) !== undefined,
      carry: (dataId, name) => {
        if (sessions.carry(client, dataId, name)) bus.publish('unit-subscribed', { dataId, topic: 'actions' })
      },
      letGo: (dataId) => sessions.letGo(client, dataId),
    }
  }

  /** The current unit; undefined when it could not sign in any more. */
  async function currentUnit(client: Client): Promise<KnownUnit | undefined> {
    const known = sessions.unitOf(client)
    if (known === undefined) return undefined
    const unit = await unitAuthenticator.find(known.dataId)
    return unit !== undefined && mayStay(unit, known) ? unit : undefined
  }
}

function publishOf(topic: string, packet: PublishPacket): Publish {
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
  return { topic, payload, bytes: discardedBytes(packet) ?? payload.length }
}

const NOTHING_TO_STORE = { stored: Promise.resolve() }

interface IncomingPackets {
  incomingGetPacket(client: Client, packet: PublishPacket): Promise<unknown>
}

/** Whether a QoS 2 message is a repetition of one that was stored. */
function isKnown(broker: Aedes, client: Client, packet: PublishPacket): Promise<boolean> {
  const { persistence } = broker as Aedes & { persistence: IncomingPackets }
  return persistence.incomingGetPacket(client, packet).then(
    () => true,
    () => false,
  )
}

/** What the next message of a connection waits for: that the last one has begun, and that it is over. */
interface Last {
  readonly begun: Promise<unknown>
  readonly over: Promise<unknown>
}

const NOTHING: Last = { begun: Promise.resolve(), over: Promise.resolve() }

/**
 * Keeps the messages of a connection in order without waiting for each commit. A message begins once the one before has begun,
 * even if that failed, and returns a promise for its result; it is over once the one before is over too.
 */
function createMessageOrder<Connection extends object>() {
  const lasts = new WeakMap<Connection, Last>()
  return {
    next: <Result>(connection: Connection, begin: () => Promise<{ stored: Promise<Result> }>): Promise<Result> => {
      const before = lasts.get(connection) ?? NOTHING
      const begun = before.begun.then(begin)
      const stored = begun.then((message) => message.stored)
      const over = before.over.then(() => stored)
      // A failure is only reported to the caller of this message.
      lasts.set(connection, { begun: settled(begun), over: settled(over) })
      void settled(stored)
      return over
    },
  }
}

function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => undefined,
    () => undefined,
  )
}

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

/** The most refusals that a message on the errors topic lists. */
const LISTED_REFUSALS = 200
/** The most characters of a topic that are kept and shown. */
const KEPT_TOPIC = 512

type Meaning = Exclude<MessageTopic, { kind: 'ignored' }>

/** Whether the message is decoded in another thread; the next one then waits until it is stored. */
function takesLong({ payload, bytes }: Publish, meaning: Meaning): boolean {
  return meaning.kind === 'source' && bytes <= MAX_RECORD_BYTES && isWorthThread(payload, { source: meaning.source })
}

/** Stores a publish, or why it was refused. Resolves after the commit, to the reply for the unit. */
async function receivePublish(
  parts: Pick<Dependencies, 'recorder' | 'clock'>,
  unit: KnownUnit,
  { publish, meaning }: { publish: Publish; meaning: Meaning },
): Promise<MqttErrors | undefined> {
  const topic = publish.topic.slice(0, KEPT_TOPIC)
  const message = { channel: 'mqtt', topic, source: meaning.source } as const
  const reason = refusalOfPublish(publish, meaning)
  const verdict = reason === undefined ? await record() : await refuse(reason)
  const { refused } = verdict.details
  return refused.length === 0 ? undefined : { topic, refused: refused.slice(0, LISTED_REFUSALS) }

  async function record(): Promise<IngestVerdict> {
    // The memory of a body that a thread decodes is gone; the beginning of one that is too large is still quoted.
    const body = takesLong(publish, meaning) ? Buffer.from(publish.payload) : publish.payload
    try {
      return await recordMessage(parts, unit, { ...message, body })
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'request/too-large') throw error
      return refuse({ code: 'record/too-large', message: error.sentence })
    }
  }

  function refuse(refused: Reason): Promise<IngestVerdict> {
    return recordMessage(parts, unit, { ...message, body: publish.payload, refused })
  }
}

/** Why a publish is refused as a whole, before it is decoded. */
function refusalOfPublish({ bytes }: Publish, meaning: Meaning): Reason | undefined {
  if (meaning.kind === 'refused') return { code: 'record/topic-not-allowed', message: meaning.reason }
  if (bytes > MAX_RECORD_BYTES) return { code: 'record/too-large', message: say('answers.ingest.message-size') }
  return undefined
}
