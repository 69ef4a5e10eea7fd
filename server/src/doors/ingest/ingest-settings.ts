/** Settings of the operator for connections and messages of units. */
export interface IngestSettings {
  /** MQTT connections of one address, signed in or not. */
  readonly connectionsPerAddress: number
  /** How many of these may not have signed in yet. */
  readonly waitingPerAddress: number
  /** More connections of one unit end its oldest. */
  readonly connectionsPerUnit: number
  /** New sources beyond these are refused. */
  readonly sourcesPerUnit: number
  /** Whether MQTT over TCP comes through a proxy that says for whom (PROXY protocol). */
  readonly proxyProtocol: boolean
  /** Whether `X-Forwarded-For` is believed for MQTT over WebSocket. */
  readonly trustProxy: boolean
  /** Whether MQTT over WebSocket may go without TLS. */
  readonly plain: boolean
}

export const STANDARD_INGEST: IngestSettings = {
  connectionsPerAddress: 2_000,
  waitingPerAddress: 200,
  connectionsPerUnit: 8,
  sourcesPerUnit: 1_000,
  proxyProtocol: false,
  trustProxy: false,
  plain: true,
}
