import { isUtf8 } from 'node:buffer'
import type { Client } from 'aedes'
import type { Parser } from 'mqtt-packet'

/** The internals of aedes and mqtt-packet that are used here. A test fails when they change. */
interface PacketParser {
  packet: { cmd?: string; length: number; qos?: number; topic?: string; messageId?: number; payload?: Buffer }
  readonly _list: {
    readonly length: number
    readUInt16BE(offset: number): number
    slice(start: number, end: number): Buffer
    consume(bytes: number): void
  }
  readonly _pos: number
  _parseString(maybeBuffer?: boolean): string | null
  _parseLength(): boolean
  _parsePayload(): boolean
  _newPacket(): boolean
  _emitError(error: Error): boolean
}

interface Reader {
  readonly _parser: PacketParser
  readonly _keepaliveTimer?: NodeJS.Timeout | null
  readonly connected: boolean
  readonly connecting: boolean
}

type ReadClient = Client & Reader

interface Limits {
  /** A longer PUBLISH is discarded while it is read. */
  readonly publishBytes: number
  /** Any other packet that is longer ends the connection before it is buffered. */
  readonly packetBytes: number
  /** The broker ends connections that use deeper topics. */
  readonly topicLevels: number
}

interface Listeners {
  readonly onTooLarge: () => void
  /** The client has confirmed the message with that packet id. */
  readonly onConfirmed: (messageId: number) => void
}

/** How many bytes the length before a text takes. */
const LENGTH_BYTES = 2
/** The bytes that are kept of a discarded message. */
const KEPT_BYTES = 4096
/** The topic that the broker sees instead of a refused one. */
const OTHER_TOPIC = 'refused'

const lengths = new WeakMap<object, number>()
const topics = new WeakMap<object, string>()

/** The length of the payload that was discarded while it was read; its packet has the beginning. */
export function discardedBytes(packet: object): number | undefined {
  return lengths.get(packet)
}

/** The topic of a message as the client wrote it. */
export function topicOf(packet: { readonly topic: string }): string {
  return topics.get(packet) ?? packet.topic
}

/**
 * Bounds the length of packets, which neither aedes nor its parser does, and keeps refused messages from ending the connection: a
 * client would send them again for ever and block everything behind them.
 */
export function boundPackets(client: Client, limits: Limits, listeners: Listeners): void {
  bound(client as ReadClient, limits, listeners)
}

/** Bounds what a client of ours reads from a foreign broker in the same way. */
export function boundParser(parser: Parser, limits: Limits): void {
  const reader = { _parser: parser as unknown as PacketParser, connected: true, connecting: false }
  bound(reader, limits, { onTooLarge: () => undefined, onConfirmed: () => undefined })
}

function bound(reader: Reader, limits: Limits, { onTooLarge, onConfirmed }: Listeners): void {
  const { _parser: parser } = reader
  const parseLength = parser._parseLength.bind(parser)
  const parsePayload = parser._parsePayload.bind(parser)
  const parseString = parser._parseString.bind(parser)
  const newPacket = parser._newPacket.bind(parser)
  let discarding: Discarding | undefined

  parser._parseLength = () => {
    if (!parseLength()) return false
    const isPublish = parser.packet.cmd === 'publish' && (reader.connecting || reader.connected)
    if (isPublish || parser.packet.length <= limits.packetBytes) return true
    onTooLarge()
    return parser._emitError(new Error('packet too large'))
  }

  // A text that is not UTF-8 ends the connection (MQTT 3.1.1, 1.5.3).
  parser._parseString = (maybeBuffer) => {
    const begin = parser._pos + LENGTH_BYTES
    const text = parseString(maybeBuffer)
    return text === null || isUtf8(parser._list.slice(begin, parser._pos)) ? text : null
  }

  parser._parsePayload = () => {
    const isTooLong = parser.packet.cmd === 'publish' && parser.packet.length > limits.publishBytes
    if (discarding === undefined && !isTooLong) return parsePayload()
    discarding ??= beginDiscarding(parser)
    if (discarding === undefined) return false
    // Restarts the keep-alive timer, as the client cannot send a PINGREQ within a long packet.
    reader._keepaliveTimer?.refresh()
    if (!discard(parser, discarding)) return false
    discarding = undefined
    return true
  }

  parser._newPacket = () => {
    const { packet } = parser
    if (packet.cmd === 'puback' && packet.messageId !== undefined) onConfirmed(packet.messageId)
    if (packet.cmd === 'publish' && packet.topic !== undefined && levelsOf(packet.topic) > limits.topicLevels) {
      topics.set(packet, packet.topic)
      packet.topic = OTHER_TOPIC
    }
    return newPacket()
  }
}

interface Discarding {
  readonly bytes: number
  readonly kept: Buffer[]
  left: number
}

/** Reads topic and packet id; undefined while they are incomplete, or when they are too long. */
function beginDiscarding(parser: PacketParser): Discarding | undefined {
  const { packet, _list: list } = parser
  if (list.length < 2) return undefined
  const topicEnd = 2 + list.readUInt16BE(0)
  const head = topicEnd + (packet.qos === 0 ? 0 : 2)
  if (head > packet.length) {
    parser._emitError(new Error('Cannot parse topic'))
    return undefined
  }
  if (list.length < head) return undefined
  const topic = list.slice(2, topicEnd)
  if (!isUtf8(topic)) {
    parser._emitError(new Error('Cannot parse topic'))
    return undefined
  }
  packet.topic = topic.toString()
  if (packet.qos !== 0) packet.messageId = list.readUInt16BE(topicEnd)
  list.consume(head)
  return { bytes: packet.length - head, kept: [], left: packet.length - head }
}

/** Whether the end of the packet was reached. */
function discard({ packet, _list: list }: PacketParser, discarding: Discarding): boolean {
  const { bytes, kept } = discarding
  const count = Math.min(list.length, discarding.left)
  const room = Math.min(KEPT_BYTES - (bytes - discarding.left), count)
  if (room > 0) kept.push(Buffer.from(list.slice(0, room)))
  list.consume(count)
  discarding.left -= count
  if (discarding.left > 0) return false
  packet.payload = Buffer.concat(kept)
  packet.length = 0
  lengths.set(packet, bytes)
  return true
}

function levelsOf(topic: string): number {
  let levels = 1
  for (let place = topic.indexOf('/'); place !== -1; place = topic.indexOf('/', place + 1)) levels += 1
  return levels
}
