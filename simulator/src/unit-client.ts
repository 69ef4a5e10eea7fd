import { parseJson } from '@fieldwatch/contract/text/json'
import { ACTION_RESULT, ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import { MqttErrors, topics } from '@fieldwatch/contract/telemetry/ingest'
import { connect, type MqttClient } from 'mqtt'
import { toMessage } from './generator.ts'
import type { Link } from './link.ts'
import type { Answered } from './unit-requests.ts'

interface UnitClientOptions {
  /** The address of the broker: `mqtt://host:port` or `ws://host:port/mqtt`. */
  readonly url: string
  readonly dataId: string
  readonly token: string
  /** The most messages that wait for their acknowledgement at once; 20 by default. */
  readonly inFlight?: number
  readonly onState?: (state: UnitState) => void
  /** What the portal refused, as it said so on the errors topic. */
  readonly onRefused?: (errors: MqttErrors) => void
  /** Answers a request; without it the unit does not listen for any. */
  readonly onRequest?: (message: ActionMessage) => Promise<Answered>
}

interface UnitConnection extends Link {
  /** Loses the connection, and comes back after so many seconds. */
  readonly leave: (seconds: number) => void
}

/** `refused`: the portal does not know the token. The client keeps trying, since a token may be set right. */
export type UnitState = 'online' | 'offline' | 'refused'

const RECONNECT_MS = 2000
const KEEPALIVE_SECONDS = 30
/** CONNACK codes for a bad user name or password, and for not authorised. */
const REFUSALS: readonly unknown[] = [4, 5]

/** A unit's MQTT connection: QoS 1, comes back by itself, and keeps what is not acknowledged until it is. */
export function connectUnit(options: UnitClientOptions): UnitConnection {
  const { url, dataId, token, inFlight = 20 } = options
  const client = connect(url, {
    clientId: dataId,
    username: dataId,
    password: token,
    clean: false,
    reconnectPeriod: RECONNECT_MS,
    keepalive: KEEPALIVE_SECONDS,
    resubscribe: true,
  })
  const slots = createSlots(inFlight)
  watch(client, options, (message) => void answer(message))

  const publish = async (topic: string, payload: string): Promise<void> => {
    await slots.take()
    try {
      await client.publishAsync(topic, payload, { qos: 1 })
    } finally {
      slots.give()
    }
  }

  const answer = async (message: ActionMessage): Promise<void> => {
    const answered = await options.onRequest?.(message)
    if (answered === undefined) return
    const record = { messageUTC: new Date().toISOString(), ...answered.answer }
    // What is not acknowledged when the unit ends is asked for again.
    await publish(topics.data(dataId, ACTION_RESULT), JSON.stringify(record)).catch(() => undefined)
    answered.afterwards()
  }

  return {
    leave: (seconds) => {
      client.options.reconnectPeriod = seconds * 1000
      client.once('connect', () => (client.options.reconnectPeriod = RECONNECT_MS))
      client.stream.destroy()
    },
    send: (record) => publish(topics.data(dataId, record.source), JSON.stringify(toMessage(record))),
    sendRaw: (source, payload) => publish(topics.data(dataId, source), payload),
    // Gives up unacknowledged messages.
    close: () => client.endAsync(true),
  }
}

function watch(
  client: MqttClient,
  { dataId, onState, onRefused, onRequest }: UnitClientOptions,
  answer: (message: ActionMessage) => void,
): void {
  client.on('connect', () => {
    onState?.('online')
    client.subscribe(topics.errors(dataId), { qos: 1 })
    if (onRequest !== undefined) client.subscribe(topics.actions(dataId), { qos: 1 })
  })
  client.on('close', () => onState?.('offline'))
  client.on('error', (error) => {
    if ('code' in error && REFUSALS.includes(error.code)) onState?.('refused')
  })
  client.on('message', (topic, payload) => {
    const request =
      topic === topics.actions(dataId) ? ActionMessage.safeParse(parseJson(payload.toString())) : undefined
    if (request?.success === true) answer(request.data)
    if (topic !== topics.errors(dataId)) return
    const errors = MqttErrors.safeParse(parseJson(payload.toString()))
    if (errors.success) onRefused?.(errors.data)
  })
}

/** Limits concurrency; others wait in order. */
function createSlots(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return {
    take: async (): Promise<void> => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    give: (): void => {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
