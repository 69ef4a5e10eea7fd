import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'aedes'

/** The internals of aedes that are used here. A test fails when they change. */
type ReadClient = Client & {
  _parser: { prependListener(event: 'packet', listener: () => void): unknown }
  /** Called when a packet was answered. */
  _nextBatch: (error?: Error) => void
  pause(): void
}

/** How long what a unit has sent may take to be stored. */
const ANSWER_MS = 2_000
/** How long a unit may take to end its side of the connection. */
const LINGER_MS = 1_000

/**
 * Watches which packets of a connection wait for their answer. The returned function ends it: what was read is stored and
 * acknowledged, the rest stays with the unit, which sends it again elsewhere. Its will is for a unit that is lost, and not sent.
 */
export function prepareFarewell(client: Client): () => Promise<void> {
  const reader = client as ReadClient
  const answered = reader._nextBatch
  const idle = Promise.withResolvers<void>()
  let open = 0
  let leaving = false
  reader._parser.prependListener('packet', () => {
    open += 1
  })
  reader._nextBatch = (error) => {
    open -= 1
    answered(error)
    if (leaving && open <= 0) idle.resolve()
  }

  return async () => {
    const { conn } = client
    Object.assign(client, { will: null })
    if (!client.connected) return close()
    leaving = true
    reader.pause()
    if (open <= 0) idle.resolve()
    await Promise.race([idle.promise, wait(ANSWER_MS)])
    if (conn.destroyed) return undefined
    const closed = new Promise<void>((resolve) => conn.once('close', () => resolve()))
    // Drops what comes now: with bytes that were not read the connection would be reset, and acknowledgements on their way lost.
    conn.removeAllListeners('readable')
    conn.resume()
    conn.end()
    await Promise.race([closed, wait(LINGER_MS)])
    return close()
  }

  function close(): Promise<void> {
    return new Promise((resolve) => client.close(() => resolve()))
  }
}

function wait(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false })
}
