import type { DataId } from '@fieldwatch/contract/ids'
import type { Bus, UnitTopic } from '#platform/bus/bus.ts'

/** The way down to units. */
export interface UnitMessages {
  /**
   * Publishes a JSON value to the unit's connections that subscribed to the topic, at whatever server. It is sent once without
   * confirmation: the sender keeps what a unit must not miss, and sends it when `onSubscribed` calls.
   */
  readonly send: (dataId: DataId, topic: UnitTopic, message: unknown) => void
  /** Calls when a connection of a unit subscribes; returns the way to stop. */
  readonly onSubscribed: (listener: (dataId: DataId, topic: UnitTopic) => void) => () => void
}

export function createUnitMessages(bus: Bus): UnitMessages {
  return {
    send: (dataId, topic, message) => bus.publish('unit-message', { dataId, topic, message }),
    onSubscribed: (listener) => bus.subscribe('unit-subscribed', ({ dataId, topic }) => listener(dataId, topic)),
  }
}
