import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { MAX_RECORD_BYTES, topics } from '@fieldwatch/contract/telemetry/ingest'
import { Aedes, type ConnectPacket } from 'aedes'
import { hashUnitToken, looksLikeUnitToken } from '#fleet/units/unit-token.ts'
import type { Platform } from '#platform/floor.ts'
import { systemPause } from '#platform/time/clock.ts'
import { inSlices } from '#platform/time/in-slices.ts'
import type { ConnectionState } from './connection-state.ts'
import { STANDARD_INGEST } from './ingest-settings.ts'
import type { MqttDialect } from './mqtt-dialect.ts'
import { prepareFarewell } from './mqtt-farewell.ts'
import { carryMessages } from './mqtt-messages.ts'
import { hearToTheEnd } from './mqtt-half-close.ts'
import { boundPackets } from './mqtt-packets.ts'
import type { ForeignTopicsPlace } from './foreign-topics.ts'
import { createMqttPrograms } from './mqtt-programs.ts'
import { createMqttPublishes } from './mqtt-publishes.ts'
import { createMqttReceipts } from './mqtt-receipts.ts'
import { createMqttSessions, createMqttSignIn, programTokenOf } from './mqtt-sessions.ts'
import type { Recorder } from './record-batch.ts'
import type { UnitAuthenticator } from './unit-authenticator.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'clock' | 'metrics' | 'log'> {
  unitAuthenticator: UnitAuthenticator
  recorder: Recorder
  connections: ConnectionState
  /** What devices of other makers speak on this port. */
  dialects: readonly MqttDialect[]
  /** What takes messages to topics that are none of ours. */
  foreignTopics: ForeignTopicsPlace
  /** Grows from each connection to the next, at all servers. */
  takeConnectionNumber: () => Promise<number>
  /** The default when left out. */
  connectionsPerUnit?: number
}

export type MqttBroker = Awaited<ReturnType<typeof createMqttBroker>>

const CONNECT_TIMEOUT_MS = 10_000
const DRAIN_TIMEOUT_MS = 20_000
/**
 * The longest packet that is read as a whole: a message with its topic, or a first packet with will, user name and password.
 * Longer messages are discarded while they are read.
 */
const PACKET_BYTES = MAX_RECORD_BYTES + 4 * 1024
const TOPIC_LEVELS = 8

/** The topic that published messages are routed to; no one can subscribe to it. */
const STORED_TOPIC = 'stored'
const NO_PAYLOAD = Buffer.alloc(0)

/** The MQTT broker for units. A publish is acknowledged when its records are committed, and never forwarded or retained. */
export async function createMqttBroker(dependencies: Dependencies) {
  const { connections, dialects, bus, metrics, log } = dependencies
  const sessions = createMqttSessions({
    connections,
    metrics,
    connectionsPerUnit: dependencies.connectionsPerUnit ?? STANDARD_INGEST.connectionsPerUnit,
  })
  const programs = createMqttPrograms({
    ...dependencies,
    connectionsPerProgram: dependencies.connectionsPerUnit ?? STANDARD_INGEST.connectionsPerUnit,
  })
  const signIn = createMqttSignIn({ ...dependencies, sessions, programs })
  const publishes = createMqttPublishes({ ...dependencies, sessions, programs })
  const receipts = createMqttReceipts()
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxClientsIdLength: 1024,
    maxTopicLevels: TOPIC_LEVELS,
    preConnect: (client, packet, done) => {
      const certified = signIn.certifiedAs(client)
      if (certified !== undefined) packet.username ??= certified
      // Sessions are always clean: messages that wait for a unit wait in the database. Client ids are scoped to the unit.
      packet.clean = true
      packet.clientId = `${scopeOf(packet)}/${packet.clientId === '' ? randomUUID() : packet.clientId}`
      done(null, true)
    },
    authenticate: signIn.authenticate,
    authorizePublish: (client, packet, done) => {
      publishes.receive(broker, client, packet).then(
        () => {
          packet.topic = STORED_TOPIC
          packet.payload = NO_PAYLOAD
          packet.retain = false
          done(null)
        },
        (error: unknown) => {
          log.warn({ err: error, dataID: sessions.unitOf(client)?.dataId }, 'storing a message failed')
          done(error instanceof Error ? error : new Error(String(error)))
        },
      )
    },
    authorizeForward: (client, packet) => (receipts.mayForward(client, packet) ? packet : null),
    authorizeSubscribe: (client, subscription, done) => {
      const dataId = sessions.unitOf(client)?.dataId
      const allowed =
        dataId !== undefined &&
        ([topics.actions(dataId), topics.errors(dataId)].includes(subscription.topic) ||
          dialects.some(({ maySubscribe }) => maySubscribe(subscription.topic)))
      if (!allowed) metrics.mqttRefused.inc({ reason: 'subscription' })
      done(null, allowed ? subscription : null)
    },
  })
  for (const { begin, end } of [sessions, programs]) {
    broker.on('client', begin)
    broker.on('clientDisconnect', end)
  }
  broker.on('clientError', (_client, error) => log.debug({ err: error }, 'MQTT connection failed'))
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'MQTT connection failed'))
  const onError: (error: Error) => void = (error) => log.error({ err: error }, 'MQTT broker failed')
  ;(broker as NodeJS.EventEmitter).on('error', onError)
  const stopMessages = carryMessages(broker, { bus, sessions, receipts, dialects, log })
  const stops = [
    bus.subscribe('unit-access-changed', ({ dataId, connectionsEnd }) => {
      if (connectionsEnd) sessions.drop(dataId)
    }),
    bus.subscribe('unit-connected', ({ dataId, clientId, number }) => sessions.dropOlder(dataId, clientId, number)),
  ]

  const farewells = new Map<Duplex, () => Promise<void>>()

  return {
    /**
     * Serves a connection, of a unit whose certificate names it or of one that signs in by its token; the result says whether it has
     * not signed in yet.
     */
    handle: (stream: Duplex, certified?: DataId) => {
      const client = broker.handle(stream)
      hearToTheEnd(client, stream)
      farewells.set(stream, prepareFarewell(client))
      stream.once('close', () => farewells.delete(stream))
      if (certified !== undefined) signIn.certify(client, certified)
      const limits = { publishBytes: PACKET_BYTES, packetBytes: PACKET_BYTES, topicLevels: TOPIC_LEVELS }
      boundPackets(client, limits, {
        onTooLarge: () => metrics.mqttRefused.inc({ reason: 'too-large' }),
        onConfirmed: (messageId) => receipts.confirm(client, messageId),
      })
      return { isWaiting: () => !client.connecting && !client.connected }
    },
    /** Ends all connections, a few at a time, once what they have sent is acknowledged; units connect again to other servers in the meantime. */
    leave,
    /** Ends all connections as soon as what they have sent is acknowledged. */
    close: async () => {
      await leave(0)
      signIn.close()
      programs.close()
      for (const stop of stops) stop()
      stopMessages()
      await new Promise<void>((resolve) => broker.close(resolve))
    },
  }
  async function leave(overMs: number): Promise<void> {
    const leaving: Promise<void>[] = []
    await inSlices([...farewells.values()], { overMs, pause: systemPause }, (farewell) => leaving.push(farewell()))
    await Promise.all(leaving)
  }
}

/** A token that is the user name must not become part of the client id, and programs may have one user name. */
function scopeOf({ username = '', password }: ConnectPacket): string {
  const program = programTokenOf(username, password)
  if (program !== undefined) return hashUnitToken(program).toString('hex')
  return (password?.length ?? 0) === 0 && looksLikeUnitToken(username)
    ? hashUnitToken(username).toString('hex')
    : username
}
