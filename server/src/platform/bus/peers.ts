/** How often a server says that it is there. */
export const BEAT_MS = 500
/** After this silence, events of a server may have been lost. */
export const SILENT_MS = 1_250
/** How often this is reported again while it lasts. */
const REPORTED_EVERY_MS = 1_000
/** The most names of stopped servers that are kept. */
const MOST_STOPPED = 1_000

interface Peer {
  number: number | undefined
  heardAt: number
  reportedAt: number
  isListed: boolean
}

/** What to do after a message arrived, or none did. */
export interface News {
  /** Something of another server was lost, or may have been. */
  readonly missed: boolean
  /** Servers that have become silent. */
  readonly silent: readonly string[]
  /** Servers that sent a message for the first time, or again. */
  readonly heard: readonly string[]
}

/** Tracks the messages of the other servers, to detect losses. Times are of a clock that only moves forward. */
export function createPeers() {
  const peers = new Map<string, Peer>()
  const silentOnes = new Set<string>()
  const stopped = new Set<string>()

  return {
    /** Whether there is another server. */
    areThere: (): boolean => peers.size > 0,
    count: (): number => peers.size,

    /**
     * A packet came, with events or without. Whatever does not follow the last one may have left something out. Its number is believed
     * in any case, so that a wrong one misleads only until the next packet.
     */
    hear: (from: string, number: number, { hasEvents, at }: { hasEvents: boolean; at: number }): News => {
      const known = peers.get(from)
      const isNew = known?.number === undefined || silentOnes.has(from)
      const missed = known?.number === undefined || number !== known.number + (hasEvents ? 1 : 0)
      peers.set(from, { number, heardAt: at, reportedAt: at, isListed: known?.isListed ?? false })
      silentOnes.delete(from)
      stopped.delete(from)
      return { missed, silent: [], heard: isNew ? [from] : [] }
    },

    /** A server stopped, after its last message. */
    leave: (name: string): void => {
      stopped.add(name)
      if (stopped.size > MOST_STOPPED) for (const oldest of [...stopped].slice(0, 1)) stopped.delete(oldest)
      peers.delete(name)
      silentOnes.delete(name)
    },

    /** The servers that run, by their leases. A list may be older than the last messages. */
    list: (names: readonly string[], at: number): void => {
      const listed = new Set(names)
      for (const name of listed.difference(stopped)) {
        const peer = peers.get(name)
        if (peer === undefined) peers.set(name, { number: undefined, heardAt: at, reportedAt: at, isListed: true })
        else peer.isListed = true
      }
      for (const [name, peer] of peers) if (!listed.has(name)) peer.isListed = false
    },

    /** Finds servers that have been silent for too long, and forgets those that have stopped. */
    look: (at: number): News => {
      let missed = false
      const silent: string[] = []
      for (const [name, peer] of peers) {
        if (at - peer.heardAt < SILENT_MS) continue
        if (!silentOnes.has(name)) silent.push(name)
        silentOnes.add(name)
        if (peer.isListed && at - peer.reportedAt < REPORTED_EVERY_MS) continue
        peer.reportedAt = at
        missed = true
        if (peer.isListed) continue
        peers.delete(name)
        silentOnes.delete(name)
      }
      return { missed, silent, heard: [] }
    },
  }
}
