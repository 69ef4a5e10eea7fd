import type { OpenNetworks } from './open-networks.ts'

/** How messages are sent to addresses that people entered. */
export interface OutsideSettings {
  readonly networks: OpenNetworks
  /** How long a receiver may take to answer; ten seconds by default. */
  readonly timeoutMs?: number
  /** How long to wait before the first retry; then it grows. */
  readonly retrySeconds?: number
}
