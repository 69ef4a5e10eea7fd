import { say } from '@fieldwatch/messages/server-sentences'
import type { Socket } from 'node:net'
import { generate, type IPublishPacket, type Packet, parser as createParser } from 'mqtt-packet'
import { boundParser, discardedBytes } from '@fieldwatch/server/doors/ingest/mqtt-packets'

export interface Published {
  readonly topic: string
  /** The payload; only its beginning when the message is too long. */
  readonly payload: Buffer
  readonly isTooLong: boolean
  /** Whether the broker keeps it until it is acknowledged. */
  readonly isKept: boolean
  /** It was not acknowledged before. */
  readonly isRepeated: boolean
}

interface SubscriptionOptions {
  /** Connected. */
  readonly socket: Socket
  readonly clientId: string
  readonly user: string
  readonly password: string | undefined
  readonly filter: string
  /** Resolves when a message is stored, and may be acknowledged; a failure ends the connection. */
  readonly take: (message: Published) => Promise<void>
  /** How long the broker may take for an answer. */
  readonly answerMs: number
}

export interface Subscription {
  /** Resolves with why it ended; undefined: it was closed. */
  readonly ended: Promise<Error | undefined>
  /** Acknowledges what is being stored, and disconnects. `forget`: the broker keeps no more messages for it. */
  close(options: { readonly forget: boolean }): Promise<void>
}

/** What the broker answered, as a sentence. */
export class BrokerFailure extends Error {
  override readonly name = 'BrokerFailure'
}

/** An uplink that hundreds of gateways received. */
const MOST_BYTES = 256 * 1024
/** The most bytes of a packet that is no message. */
const PACKET_BYTES = 4096
/** Topics are not checked for their depth: what has another topic is not for us. */
const TOPIC_LEVELS = 1_000
/** Messages that are stored at the same time; the broker waits with the others. */
const MOST_UNDER_WAY = 20
const KEEP_ALIVE_S = 60
const PACKET_ID = 1

type Answer = 'connack' | 'suback' | 'unsuback'

/**
 * Subscribes to a broker by MQTT 3.1.1 with a session that it keeps, and QoS 1. Messages are acknowledged in their order (MQTT-4.6.0-2) once
 * they are stored; several are stored at the same time.
 * @throws BrokerFailure
 */
export async function subscribeAtBroker(options: SubscriptionOptions): Promise<Subscription> {
  const { socket, clientId, user, password, filter, take, answerMs } = options
  const parser = createParser()
  const ended = Promise.withResolvers<Error | undefined>()
  const expected = new Map<Answer, (packet: Packet) => void>()
  let acknowledged = Promise.resolve()
  let underWay = 0
  let isClosing = false
  let isSilent = false

  boundParser(parser, { publishBytes: MOST_BYTES, packetBytes: PACKET_BYTES, topicLevels: TOPIC_LEVELS })
  parser.on('packet', receive)
  parser.on('error', () => end(new BrokerFailure(say('answers.broker.no-mqtt'))))
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    isSilent = false
    parser.parse(chunk)
  })
  socket.on('error', () => end(new BrokerFailure(say('answers.broker.ended'))))
  socket.on('close', () => end(new BrokerFailure(say('answers.broker.ended'))))
  const pinging = setInterval(ping, (KEEP_ALIVE_S / 2) * 1_000).unref()

  try {
    await signIn()
    await subscribe()
  } catch (error) {
    end(undefined)
    throw error
  }
  return { ended: ended.promise, close }

  async function signIn(): Promise<void> {
    const answer = await ask('connack', {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      clientId,
      keepalive: KEEP_ALIVE_S,
      ...(user === '' ? {} : { username: user }),
      ...(user === '' || password === undefined ? {} : { password: Buffer.from(password) }),
    })
    const code = answer.cmd === 'connack' ? (answer.returnCode ?? 0) : 0
    if (code === 0) return
    throw new BrokerFailure(
      code === 4 || code === 5 ? say('answers.broker.sign-in') : say('answers.broker.refused', { code }),
    )
  }

  async function subscribe(): Promise<void> {
    const subscriptions = [{ topic: filter, qos: 1 as const }]
    const answer = await ask('suback', { cmd: 'subscribe', messageId: PACKET_ID, subscriptions })
    const [granted] = answer.cmd === 'suback' ? answer.granted : []
    if (granted === 1) return
    throw new BrokerFailure(
      granted === 0 ? say('answers.broker.quality') : say('answers.broker.subscription', { topic: filter }),
    )
  }

  async function close({ forget }: { readonly forget: boolean }): Promise<void> {
    isClosing = true
    // A failure has ended the connection already.
    await acknowledged.catch(() => undefined)
    try {
      if (forget) await ask('unsuback', { cmd: 'unsubscribe', messageId: PACKET_ID, unsubscriptions: [filter] })
      if (!socket.destroyed) socket.end(generate({ cmd: 'disconnect' }))
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
    } finally {
      end(undefined)
    }
  }

  function receive(packet: Packet): void {
    if (packet.cmd === 'publish') return receiveMessage(packet)
    if (packet.cmd === 'connack' || packet.cmd === 'suback' || packet.cmd === 'unsuback')
      expected.get(packet.cmd)?.(packet)
  }

  function receiveMessage(packet: IPublishPacket): void {
    // What is not acknowledged comes again with the next connection.
    if (isClosing) return
    underWay += 1
    if (underWay >= MOST_UNDER_WAY) socket.pause()
    const { topic, payload, qos, dup, messageId } = packet
    const message = {
      topic,
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
      isTooLong: discardedBytes(packet) !== undefined,
      isKept: qos > 0,
      isRepeated: dup,
    }
    const stored = take(message)
    acknowledged = acknowledged.then(async () => {
      await stored
      if (qos === 1 && messageId !== undefined) send({ cmd: 'puback', messageId })
      underWay -= 1
      if (underWay < MOST_UNDER_WAY) socket.resume()
    })
    // The one that failed first says why; those after it are not acknowledged.
    acknowledged.catch((error: unknown) => end(error instanceof Error ? error : new Error(String(error))))
    // `acknowledged` waits for it and has its failure, but perhaps later.
    stored.catch(() => undefined)
  }

  async function ask(answer: Answer, packet: Packet): Promise<Packet> {
    const { promise, resolve, reject } = Promise.withResolvers<Packet>()
    const late = (): void => reject(new BrokerFailure(say('answers.broker.late')))
    const timer = setTimeout(late, answerMs)
    expected.set(answer, resolve)
    void ended.promise.then((error) => reject(error ?? new BrokerFailure(say('answers.broker.ended'))))
    send(packet)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      expected.delete(answer)
    }
  }

  function send(packet: Packet): void {
    if (socket.writable) socket.write(generate(packet))
  }

  function ping(): void {
    if (isSilent && !socket.isPaused()) return end(new BrokerFailure(say('answers.broker.late')))
    isSilent = true
    send({ cmd: 'pingreq' })
  }

  function end(error: Error | undefined): void {
    clearInterval(pinging)
    if (error !== undefined || !socket.writableEnded) socket.destroy()
    ended.resolve(error)
  }
}
