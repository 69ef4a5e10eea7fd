import { networkOf } from '#platform/http/network.ts'
import type { IngestSettings } from './ingest-settings.ts'

/** A connection as the limit sees it. */
interface LimitedConnection {
  /** Whether it has not signed in yet. */
  readonly isWaiting: () => boolean
  readonly end: () => void
}

type Limits = Pick<IngestSettings, 'connectionsPerAddress' | 'waitingPerAddress'>

interface Address {
  count: number
  /** Connections that have not signed in, oldest first; those that sign in are only removed when room is needed. */
  readonly waiting: Set<LimitedConnection>
}

/**
 * Limits connections of an address, an IPv6 one by its first 64 bits. When too many have not signed in the oldest of them ends, so that idle ones keep no one out
 * who signs in at once.
 */
export function createConnectionLimit({ connectionsPerAddress, waitingPerAddress }: Limits) {
  /** By their networks. */
  const addresses = new Map<string, Address>()
  return {
    /** Undefined when the address has too many; otherwise call the result when the connection is over. */
    enter: (from: string, connection: LimitedConnection): (() => void) | undefined => {
      const name = networkOf(from)
      const address = addresses.get(name) ?? { count: 0, waiting: new Set() }
      if (address.count >= connectionsPerAddress) return undefined
      addresses.set(name, address)
      address.count += 1
      if (address.waiting.size >= waitingPerAddress) makeRoom(address)
      address.waiting.add(connection)
      return () => {
        address.count -= 1
        address.waiting.delete(connection)
        if (address.count === 0) addresses.delete(name)
      }
    },
  }

  function makeRoom({ waiting }: Address): void {
    for (const connection of waiting) if (!connection.isWaiting()) waiting.delete(connection)
    if (waiting.size < waitingPerAddress) return
    const [oldest] = waiting
    if (oldest === undefined) return
    waiting.delete(oldest)
    oldest.end()
  }
}
