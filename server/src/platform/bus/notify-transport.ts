import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Transport } from './transport.ts'

interface Dependencies {
  readonly connection: pg.ClientConfig
  readonly log: Logger
}

const CHANNEL = 'fieldwatch_bus'
/** PostgreSQL takes 7,999. */
const MOST_BYTES = 7_900
const RECONNECT_PAUSE_MS = 250
/** A connection that does not answer within this time is closed. */
const ANSWER_MS = 3_000

/**
 * Messages by LISTEN and NOTIFY, on one connection of its own: inside the transactions that cause them, they would make commits wait for
 * each other. What is sent comes back to the sender too.
 */
export function startNotifyTransport(
  { connection, log }: Dependencies,
  onMessage: (message: string) => void,
): Transport {
  let client: pg.Client | undefined
  let closed = false
  let sent = Promise.resolve()
  const running = run()
  return {
    mostBytes: () => MOST_BYTES,
    // One after the other: a connection takes one statement at a time.
    send: (messages) => {
      sent = sent.then(() => notify(messages))
      return sent
    },
    close: async () => {
      closed = true
      await sent
      await client?.end().catch((error: unknown) => log.debug({ err: error }, 'closing the bus connection failed'))
      await running
    },
  }

  async function notify(messages: readonly string[]): Promise<void> {
    if (client === undefined || messages.length === 0) return
    const used = client
    try {
      await used.query('select pg_notify($1, message) from unnest($2::text[]) message', [CHANNEL, messages])
    } catch (error) {
      log.debug({ err: error }, 'sending bus messages failed')
      // A connection that hangs must not be waited for.
      giveUp(used)
    }
  }

  async function run(): Promise<void> {
    let isAway = false
    while (!closed) {
      try {
        const { ended } = await listen()
        if (isAway) log.info('bus connection to PostgreSQL restored')
        isAway = false
        await ended
      } catch (error) {
        if (!isAway && !closed) log.warn({ err: error }, 'connecting the bus to PostgreSQL failed; retrying')
        isAway = true
      }
      if (!closed) await delay(RECONNECT_PAUSE_MS)
    }
  }

  /** Resolves when it listens, to what resolves when the connection has ended. */
  async function listen(): Promise<{ readonly ended: Promise<void> }> {
    const made = new pg.Client({
      connectionTimeoutMillis: ANSWER_MS,
      ...connection,
      application_name: 'fieldwatch-bus',
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    made.on('error', (error) => log.debug({ err: error }, 'bus connection to PostgreSQL lost'))
    made.on('end', () => {
      if (client === made) client = undefined
      resolve()
    })
    made.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await made.connect()
      await made.query(`listen ${CHANNEL}`)
    } catch (error) {
      giveUp(made)
      throw error
    }
    client = made
    if (closed) await made.end()
    return { ended }
  }

  function giveUp(used: pg.Client): void {
    if (client === used) client = undefined
    used.connection.stream.destroy()
  }
}
