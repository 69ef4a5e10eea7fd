import type { DataId, EntityId, SessionId, SourceName, TemplateId } from '@fieldwatch/contract/ids'
import type { Logger } from 'pino'

/** What the portal publishes to units. */
export const UNIT_TOPICS = ['actions', 'errors'] as const
export type UnitTopic = (typeof UNIT_TOPICS)[number]

/** Records of one source that one commit stored. Times are epoch milliseconds. */
export interface RecordsEvent {
  readonly dataId: DataId
  readonly source: SourceName
  /** When the records of the commit before arrived; 0 for the first. Who has not heard of that one reads the store. */
  readonly previousReceivedAt: number
  /** The cursor behind the records. */
  readonly receivedAt: number
  readonly count: number
  /** By time; only of a few short ones: who wants more reads the store. */
  readonly records?: readonly { readonly at: number; /** An object as JSON text. */ readonly fields: string }[]
}

/**
 * What the parts of the server tell each other, after it is committed. It is plain data that could cross a network. Who listens counts on
 * nothing: an event may come twice, late, before an earlier one, or not at all.
 */
export interface BusEvents {
  /** Records of one source that one commit stored. */
  records: RecordsEvent
  /** The data document of a unit is not what it was. `left`: the entities that it belongs to no longer. */
  'unit-changed': { dataId: DataId; left?: readonly EntityId[] }
  /** A template has a newer version. */
  'template-changed': { templateId: TemplateId; version: number }
  /** Occurrences of an event table were found, went on, ended or changed, or how far it is with finding them. */
  'occurrences-changed': { dataId: DataId; name: string }
  /** Something follows sources that did not, or others than before, or none any more. */
  'followers-changed': { consumer: string }
  /**
   * The unit's token, its paused collections or whether it is active changed: what is cached about it is not good any more.
   * `connectionsEnd`: it has to sign in again.
   */
  'unit-access-changed': { dataId: DataId; connectionsEnd: boolean }
  /** A message, a value of JSON, for the connections of a unit that subscribed to a topic. */
  'unit-message': { dataId: DataId; topic: UnitTopic; message: unknown }
  /** A connection of a unit has just subscribed to a topic. */
  'unit-subscribed': { dataId: DataId; topic: UnitTopic }
  /** Sessions that are over: their streams end. */
  'sessions-ended': { sessionIds: readonly SessionId[] }
}

type Listener<K extends keyof BusEvents> = (event: BusEvents[K]) => void

export interface Bus {
  publish<K extends keyof BusEvents>(kind: K, event: BusEvents[K]): void
  /** Returns the way to stop listening. Listeners must be quick and must not throw. */
  subscribe<K extends keyof BusEvents>(kind: K, listener: Listener<K>): () => void
}

/** A bus within this process: synchronous, in the order of subscription. A listener that throws does not stop the others. */
export function createInProcessBus(log: Logger): Bus {
  const listeners = new Map<keyof BusEvents, Set<Listener<never>>>()
  return {
    publish: (kind, event) => {
      for (const listener of listeners.get(kind) ?? []) {
        try {
          ;(listener as Listener<typeof kind>)(event)
        } catch (error) {
          log.error({ err: error, kind }, 'a bus listener failed')
        }
      }
    },
    subscribe: (kind, listener) => {
      const set = listeners.get(kind) ?? new Set()
      listeners.set(kind, set)
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
