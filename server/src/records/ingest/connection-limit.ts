import type { IngestSettings } from './ingest-settings.ts'

/** A connection as its limit sees it. */
export interface LimitedConnection {
  /** Whether it has not said yet who it is. */
  readonly isWaiting: () => boolean
  readonly end: () => void
}

type Limits = Pick<IngestSettings, 'connectionsPerAddress' | 'waitingPerAddress'>

interface Address {
  count: number
  /** In the order in which they came; those that have said meanwhile who they are stay until there is no room. */
  readonly waiting: Set<LimitedConnection>
}

/**
 * Counts connections by address. Of those that do not say who they are the oldest ends when there are too many: who holds them
 * open keeps nobody out who signs in at once.
 */
export function createConnectionLimit({ connectionsPerAddress, waitingPerAddress }: Limits) {
  const addresses = new Map<string, Address>()
  return {
    /** Undefined when the address has too many; otherwise call the result when the connection is over. */
    enter: (name: string, connection: LimitedConnection): (() => void) | undefined => {
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
