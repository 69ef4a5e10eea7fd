import type { Client } from 'aedes'

/** What aedes keeps of mqtt-packet's parser in each client. A test notices when it is not like this any more. */
interface PacketParser {
  packet: { length: number }
  _parseLength(): boolean
  _emitError(error: Error): boolean
}

/**
 * Bounds the length of packets, which neither aedes nor its parser does: as soon as a packet announces more, the connection
 * ends, before any of it is kept.
 */
export function boundPackets(client: Client, limit: () => number, onTooLarge: () => void): void {
  const { _parser: parser } = client as Client & { _parser: PacketParser }
  const parseLength = parser._parseLength.bind(parser)
  parser._parseLength = () => {
    const complete = parseLength()
    if (!complete || parser.packet.length <= limit()) return complete
    onTooLarge()
    return parser._emitError(new Error('packet too large'))
  }
}
