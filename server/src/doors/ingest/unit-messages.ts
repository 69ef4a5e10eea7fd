import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { Bus, MessageProgress, UnitTopic } from '#platform/bus/bus.ts'

/** The way down to units. */
export interface UnitMessages {
  /**
   * Publishes a JSON value to the unit's connections at this server that subscribed to the topic. The sender keeps what a unit must not
   * miss, gives it a receipt, and sends it when `onSubscribed` calls: a connection gets each receipt once.
   */
  readonly send: (dataId: DataId, topic: UnitTopic, message: unknown, receipt?: number) => void
  /** Calls when a message with a receipt was sent or confirmed; returns the way to stop. */
  readonly onProgress: (listener: (message: MessageOnItsWay) => void) => () => void
  /** Calls when a connection of a unit subscribes; returns the way to stop. */
  readonly onSubscribed: (listener: (dataId: DataId, topic: UnitTopic) => void) => () => void
}

export interface MessageOnItsWay {
  readonly dataId: DataId
  readonly receipt: number
  readonly progress: MessageProgress
  readonly door: Door
}

export function createUnitMessages(bus: Bus): UnitMessages {
  return {
    send: (dataId, topic, message, receipt) =>
      bus.publish('unit-message', { dataId, topic, message, ...(receipt === undefined ? {} : { receipt }) }),
    onProgress: (listener) => bus.subscribe('unit-message-progress', listener),
    onSubscribed: (listener) => bus.subscribe('unit-subscribed', ({ dataId, topic }) => listener(dataId, topic)),
  }
}
