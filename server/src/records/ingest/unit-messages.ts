import type { DataId } from '@fieldwatch/contract/ids'
import type { Bus, UnitTopic } from '#platform/bus/bus.ts'

/** The way down to units. */
export interface UnitMessages {
  /**
   * Publishes a message, a value of JSON, to the unit's connections that subscribed to the topic, at whatever server they are. It is sent
   * once, and nobody knows whether it arrived: what a unit must not miss is kept, and sent when `onSubscribed` tells.
   */
  readonly send: (dataId: DataId, topic: UnitTopic, message: unknown) => void
  /** Calls when a connection of a unit has just subscribed, and returns the way to stop. */
  readonly onSubscribed: (listener: (dataId: DataId, topic: UnitTopic) => void) => () => void
}

export function createUnitMessages(bus: Bus): UnitMessages {
  return {
    send: (dataId, topic, message) => bus.publish('unit-message', { dataId, topic, message }),
    onSubscribed: (listener) => bus.subscribe('unit-subscribed', ({ dataId, topic }) => listener(dataId, topic)),
  }
}
