import type { IncomingMessage } from 'node:http'
import { isAlone, releaseBuffers } from '#platform/memory/release-buffers.ts'
import type { Pace } from './pace.ts'
import { inTurn } from './read-bytes.ts'

/** Each holds up to 128 KiB, and its connection counts for its network. */
const MOST_BODIES = 200

/**
 * Reads and drops the rest of bodies whose requests are answered, taking turns, so that their senders get to read the answer. Of too
 * many the connection of the oldest ends.
 */
export function createBodyDropper(pace: Pace, mostBodies = MOST_BODIES): (body: IncomingMessage) => void {
  const dropping = new Set<IncomingMessage>()
  return (body) => {
    if (body.readableEnded) return
    const [oldest] = dropping
    if (dropping.size >= mostBodies && oldest !== undefined) {
      dropping.delete(oldest)
      oldest.destroy()
    }
    dropping.add(body)
    const forget = (): void => void dropping.delete(body)
    body.once('end', forget).once('close', forget)
    dropRest(body, pace)
  }
}

/** The memory of each piece is released at once: a hundred bodies would otherwise cause a dozen collections of the whole heap. */
function dropRest(body: IncomingMessage, pace: Pace): void {
  body.on('data', (piece: Buffer) => {
    if (isAlone(piece)) releaseBuffers([piece.buffer])
    // Node makes an answered request flow unless everything that arrived was read.
    if (body.readableLength === 0) inTurn(body, pace)
  })
  body.resume()
}
