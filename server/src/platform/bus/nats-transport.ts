import { connect, credsAuthenticator, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import { pause } from '#platform/time/pause.ts'
import type { Logger } from 'pino'
import type { NatsSettings } from './nats-settings.ts'
import type { Transport } from './transport.ts'

interface Dependencies {
  readonly settings: NatsSettings
  /** Keeps portals apart that share a NATS. */
  readonly subject: string
  readonly name: string
  readonly log: Logger
}

/** NATS takes a megabyte by default. */
const MOST_BYTES = 256 * 1024
const RECONNECT_PAUSE_MS = 1_000
const CHECK_MS = 5_000

/** A node that is frozen is given up after at most 4 seconds; while none is there, the client tries all of them again and again. */
const NOTICING: NodeConnectionOptions = {
  pingInterval: 1_000,
  maxPingOut: 2,
  timeout: 1_000,
  reconnectTimeWait: 100,
  reconnectJitter: 50,
  maxReconnectAttempts: -1,
}

/**
 * Connects and signs in, once.
 * @throws Error when no node answers, or refuses
 */
export async function checkNatsAnswers(settings: NatsSettings): Promise<void> {
  const connection = await connect({ ...optionsOf(settings), timeout: CHECK_MS, reconnect: false })
  try {
    await connection.flush()
  } finally {
    await connection.close()
  }
}

/** Messages by core NATS. What is sent while no node is there is lost. */
export function startNatsTransport(
  { settings, subject, name, log }: Dependencies,
  onMessage: (message: string) => void,
): Transport {
  let connection: NatsConnection | undefined
  let isUp = false
  let closed = false
  const stopping = new AbortController()
  const running = run()
  return {
    mostBytes: () => Math.min(MOST_BYTES, connection?.info?.max_payload ?? MOST_BYTES),
    send: async (messages) => {
      if (!isUp) return
      try {
        for (const message of messages) connection?.publish(subject, message)
      } catch (error) {
        log.debug({ err: error }, 'sending bus messages failed')
      }
    },
    close: async () => {
      closed = true
      stopping.abort()
      const left = (error: unknown): void => log.debug({ err: error }, 'closing the NATS connection failed')
      await connection?.flush().catch(left)
      await connection?.close().catch(left)
      await running
    },
  }

  async function run(): Promise<void> {
    let isAway = false
    while (!closed) {
      try {
        connection = await connect({ ...optionsOf(settings), ...NOTICING, name, noEcho: true })
        if (closed) return await connection.close()
        isUp = true
        log.info({ node: connection.getServer() }, 'bus connected to NATS')
        isAway = false
        void hear(connection)
        void watch(connection)
        const error = await connection.closed()
        if (error !== undefined) throw error
      } catch (error) {
        if (!isAway && !closed) log.warn({ err: error }, 'connecting to NATS failed; retrying')
        isAway = true
      }
      isUp = false
      await pause(RECONNECT_PAUSE_MS, stopping.signal)
    }
  }

  async function hear(from: NatsConnection): Promise<void> {
    for await (const message of from.subscribe(subject)) onMessage(message.string())
  }

  async function watch(of: NatsConnection): Promise<void> {
    for await (const { type, ...status } of of.status()) {
      if (type === 'disconnect') {
        isUp = false
        log.warn(status, 'NATS connection lost; trying other nodes')
      } else if (type === 'reconnect') {
        isUp = true
        log.info(status, 'NATS connection restored')
      }
    }
  }
}

function optionsOf({ servers, user, password, token, credentials, tls }: NatsSettings): NodeConnectionOptions {
  return {
    servers: [...servers],
    ...(user === undefined ? {} : { user, pass: password ?? '' }),
    ...(token === undefined ? {} : { token }),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(credentials) }),
    ...(tls === undefined ? {} : { tls }),
  }
}
