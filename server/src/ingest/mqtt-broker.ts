import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { MAX_RECORD_BYTES, topics } from '@fieldwatch/contract/ingest'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import type { Bus } from '#bus/bus.ts'
import { isDomainError } from '#errors/domain-error.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Clock } from '#time/clock.ts'
import type { ConnectionState } from './connection-state.ts'
import { refusedMessage } from './decode-message.ts'
import { boundPackets } from './mqtt-packet-limit.ts'
import { createMqttSessions } from './mqtt-sessions.ts'
import { receivePublish } from './receive-publish.ts'
import type { Recorder } from './record-batch.ts'
import type { KnownUnit, UnitDoor } from './unit-access.ts'

interface Dependencies {
  door: UnitDoor
  recorder: Recorder
  connections: ConnectionState
  bus: Bus
  clock: Clock
  metrics: Metrics
  log: Logger
}

export interface MqttBroker {
  /** Serves a connection. */
  handle(stream: Duplex): void
  /** Ends all connections. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const DRAIN_TIMEOUT_MS = 20_000
/** Room for topic and header of a packet, and for user name and password of the first one. */
const HEADER_BYTES = 4 * 1024
/** A packet up to this is read and refused with an answer; a larger one ends the connection. */
const READ_BYTES = 256 * 1024
/** What a unit does not read of its refusals is dropped from here on. */
const UNREAD_BYTES = 64 * 1024
const RECHECK_MS = 30_000

/** What a unit published goes nowhere else: nobody can subscribe to this. */
const STORED_TOPIC = 'stored'
const NO_PAYLOAD = Buffer.alloc(0)

/** The MQTT door for units. A publish is acknowledged when its records are committed, and never forwarded or retained. */
export async function createMqttBroker(dependencies: Dependencies): Promise<MqttBroker> {
  const { door, recorder, connections, bus, metrics, log } = dependencies
  const sessions = createMqttSessions({ connections, metrics })
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxClientsIdLength: 1024,
    maxTopicLevels: 8,
    preConnect: (_client, packet, done) => {
      // A session ends with its connection: what waits for a unit waits in the database. Client ids are the unit's own.
      packet.clean = true
      packet.clientId = `${packet.username ?? ''}/${packet.clientId === '' ? randomUUID() : packet.clientId}`
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      signIn(client, username, password).then(
        (known) => done(known ? null : refusal(BAD_CREDENTIALS), known),
        (error: unknown) => {
          if (isDomainError(error)) return done(refusal(NOT_AUTHORISED), false)
          log.warn({ err: error, dataID: username }, 'a unit could not sign in')
          done(refusal(SERVER_UNAVAILABLE), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      receive(client, packet).then(
        () => {
          packet.topic = STORED_TOPIC
          packet.payload = NO_PAYLOAD
          packet.retain = false
          done(null)
        },
        (error: unknown) => {
          log.warn({ err: error, dataID: sessions.unitOf(client)?.dataId }, 'a message was not stored')
          done(error instanceof Error ? error : new Error(String(error)))
        },
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const dataId = sessions.unitOf(client)?.dataId
      const allowed =
        dataId !== undefined && [topics.actions(dataId), topics.errors(dataId)].includes(subscription.topic)
      if (!allowed) metrics.mqttRefused.inc({ reason: 'subscription' })
      done(null, allowed ? subscription : null)
    },
  })
  broker.on('client', sessions.begin)
  broker.on('clientDisconnect', sessions.end)
  broker.on('clientError', (_client, error) => log.debug({ err: error }, 'an MQTT connection failed'))
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'an MQTT connection failed'))
  const onError: (error: Error) => void = (error) => log.error({ err: error }, 'the MQTT broker failed')
  ;(broker as NodeJS.EventEmitter).on('error', onError)
  const stop = bus.subscribe('unit-access-changed', ({ dataId, connectionsEnd }) => {
    if (connectionsEnd) sessions.drop(dataId)
  })
  const recheck = setInterval(() => void recheckTokens(), RECHECK_MS)
  recheck.unref()

  return {
    handle: (stream) => {
      const client = broker.handle(stream)
      boundPackets(
        client,
        () => (sessions.unitOf(client) === undefined ? MAX_RECORD_BYTES : READ_BYTES) + HEADER_BYTES,
        () => keepTooLarge(client),
      )
    },
    close: async () => {
      clearInterval(recheck)
      stop()
      await new Promise<void>((resolve) => broker.close(resolve))
    },
  }

  async function signIn(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const unit = await verify(username ?? '', password?.toString() ?? '')
    if (unit === undefined) {
      metrics.mqttRefused.inc({ reason: 'credentials' })
      return false
    }
    sessions.know(client, unit)
    return true
  }

  async function verify(username: string, password: string): Promise<KnownUnit | undefined> {
    try {
      return await door.verify(username, password)
    } catch (error) {
      if (isDomainError(error)) metrics.mqttRefused.inc({ reason: 'deactivated' })
      throw error
    }
  }

  async function receive(client: Client | null, packet: PublishPacket): Promise<void> {
    const unit = await currentUnit(client)
    // A will without its client, or a unit that may not send any more: it goes nowhere.
    if (client === null || unit === undefined) return endSession(client)
    if (packet.qos === 2 && packet.dup && (await isKnown(client, packet))) return
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const errors = await receivePublish(dependencies, unit, { topic: packet.topic, payload })
    if (errors === undefined) return
    if (errors.refused.some(({ code }) => code === 'record/topic-not-allowed')) {
      metrics.mqttRefused.inc({ reason: 'topic' })
    }
    if (client.conn.writableLength < UNREAD_BYTES) publish(topics.errors(unit.dataId), errors)
  }

  function endSession(client: Client | null): void {
    if (client !== null) throw new Error('the unit may not send any more')
  }

  /** The unit as it is now; undefined when it could not sign in any more as it did. */
  async function currentUnit(client: Client | null): Promise<KnownUnit | undefined> {
    const known = sessions.unitOf(client)
    if (known === undefined) return undefined
    const unit = await door.find(known.dataId)
    return unit !== undefined && mayStay(unit, known) ? unit : undefined
  }

  /** Whether a repeated QoS 2 message was stored when it came first. */
  async function isKnown(client: Client, packet: PublishPacket): Promise<boolean> {
    const { persistence } = broker as Aedes & { persistence: IncomingPackets }
    return persistence.incomingGetPacket(client, packet).then(
      () => true,
      () => false,
    )
  }

  function publish(topic: string, message: unknown): void {
    const payload = Buffer.from(JSON.stringify(message))
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, (error) => {
      if (error) log.debug({ err: error, topic }, 'a message to a unit was not sent')
    })
  }

  function keepTooLarge(client: Client): void {
    metrics.mqttRefused.inc({ reason: 'too-large' })
    const unit = sessions.unitOf(client)
    if (unit === undefined) return
    const { dataId, pausedData } = unit
    const message = refusedMessage('', 'record/too-large', NO_PAYLOAD)
    recorder
      .recordBatch({ ...message, dataId, pausedData, channel: 'mqtt', arrivedAt: dependencies.clock() })
      .catch((error: unknown) => log.warn({ err: error, dataID: dataId }, 'a refusal was not kept'))
  }

  /** Tokens may be changed where this server does not hear of it, and a unit may be silent for long. */
  async function recheckTokens(): Promise<void> {
    for (const dataId of sessions.connected()) {
      try {
        const unit = await door.find(dataId)
        sessions.dropUnless(dataId, (known) => unit !== undefined && mayStay(unit, known))
      } catch (error) {
        log.debug({ err: error, dataID: dataId }, 'a token was not checked')
      }
    }
  }
}

interface IncomingPackets {
  incomingGetPacket(client: Client, packet: PublishPacket): Promise<unknown>
}

function mayStay(now: KnownUnit, atSignIn: KnownUnit): boolean {
  return now.active && now.tokenHash.equals(atSignIn.tokenHash)
}

const SERVER_UNAVAILABLE = 3
const BAD_CREDENTIALS = 4
const NOT_AUTHORISED = 5

function refusal(returnCode: number): AuthenticateError {
  const error: Error = Object.assign(new Error('not signed in'), { returnCode })
  // The codes are an enum that exists in the types of aedes only.
  return error as AuthenticateError
}
