import type { Duplex } from 'node:stream'
import type { Client } from 'aedes'

/** How the listener is called by which aedes closes a client once its side has ended. */
const CLOSING = 'bound close'

/**
 * Hears a client to its end that signs in, sends, and closes its side at once: aedes drops what waits for the sign-in when the side ends. Relies
 * on the inside of aedes; a test fails when that changes.
 */
export function hearToTheEnd(client: Client & { readonly connecting: boolean }, stream: Duplex): void {
  const closing = stream.listeners('end').find(({ name }) => name === CLOSING)
  if (closing === undefined) return
  stream.off('end', closing as () => void)
  // Otherwise the other side ends by itself as soon as this one has.
  stream.allowHalfOpen = true
  stream.once('end', () => {
    if (client.connected || !client.connecting) client.close()
    else client.once('connected', () => setImmediate(() => client.close()))
  })
}
