import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { KnownUnit } from './unit-authenticator.ts'

/** A message as it was read; of one that is too long only the beginning. */
export interface Publish {
  readonly topic: string
  readonly payload: Buffer
  /** The length of the whole payload. */
  readonly bytes: number
}

/** A connection as the door of another protocol sees it. */
export interface DialectConnection {
  readonly unit: KnownUnit
  /** Sends a JSON value to the connection, if it subscribed to the topic. */
  readonly send: (topic: string, message: unknown) => void
  readonly isSubscribed: (topic: string) => boolean
  /** The connection is that of a gateway, which brings requests to another unit, too, by the name that it has there. */
  readonly carry: (dataId: DataId, name: string) => void
  readonly letGo: (dataId: DataId) => void
}

/** A connection that may get a request. */
interface RequestReceiver extends Pick<DialectConnection, 'isSubscribed'> {
  /** The name of the unit at its gateway, whose connection it is; undefined for the unit's own. */
  readonly carriedAs: string | undefined
}

/** A message that a connection gets in its own protocol. */
export interface DialectMessage {
  readonly topic: string
  readonly message: unknown
  /** Devices have no other answer to it than that they received it. */
  readonly isConfirmedByReceipt?: boolean
}

/** A protocol of other makers on the MQTT port. Its devices share topics, so nothing is routed by topic: each connection gets its own. */
export interface MqttDialect {
  readonly door: Door
  /** Whether messages to the topic are of this protocol. */
  readonly takes: (topic: string) => boolean
  readonly maySubscribe: (filter: string) => boolean
  /** Whether devices that subscribe to the filter get requests by it. */
  readonly carriesRequests: (filter: string) => boolean
  /**
   * Resolves when the message may be acknowledged.
   * @throws Error when it could not be stored
   */
  readonly receive: (from: DialectConnection, publish: Publish) => Promise<void>
  /** How a connection gets a request; undefined when it did not subscribe to what carries it. */
  readonly writeRequest: (to: RequestReceiver, request: ActionMessage) => DialectMessage | undefined
  /** The unit has received a request that is confirmed by its receipt. */
  readonly onConfirmed: (dataId: DataId, request: ActionMessage) => void
}
