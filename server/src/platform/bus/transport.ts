/** How messages get from this server to the others. They may be lost, and nothing says which. */
export interface Transport {
  /** The length of a message at most, in bytes. */
  readonly mostBytes: () => number
  /** Hands messages over in their order, or loses them. Never rejects. */
  readonly send: (messages: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a transport, which hands over what other servers send (and perhaps what this one does) and reconnects by itself. */
export type StartTransport = (onMessage: (message: string) => void) => Transport
