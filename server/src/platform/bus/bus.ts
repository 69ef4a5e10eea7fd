import type { AlertId, DataId, EntityId, SessionId, SourceName, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { Logger } from 'pino'

/** What the portal publishes to units. */
export const UNIT_TOPICS = ['actions', 'errors'] as const
export type UnitTopic = (typeof UNIT_TOPICS)[number]

/**
 * How far a message to a unit is: written to a connection, which confirms it (`sent`) or has subscribed with QoS 0 and does not
 * (`sent-once`), or confirmed. `not-taken`: the unit is connected, but subscribed to nothing that carries the message.
 */
export type MessageProgress = 'sent' | 'sent-once' | 'confirmed' | 'not-taken'

/** Records of one source that one commit stored. Times are epoch milliseconds. */
export interface RecordsEvent {
  readonly dataId: DataId
  readonly source: SourceName
  /**
   * When the records of the commit before arrived; 0 for the first. A listener that missed that commit reads the store.
   */
  readonly previousReceivedAt: number
  /** The cursor behind the records. */
  readonly receivedAt: number
  readonly count: number
  /** In the order of time, for a few short records only; otherwise listeners read the store. */
  readonly records?: readonly { readonly at: number; /** An object as JSON text. */ readonly fields: string }[]
}

/**
 * Events between parts of the server, and between servers, sent after a commit. They are plain data. A listener must expect an event
 * twice, late, out of order, or not at all; `messages-missed` reports lost ones.
 */
export interface BusEvents {
  /** Records of one source that one commit stored. */
  records: RecordsEvent
  /** The data document of a unit changed. `left`: the entities that it no longer belongs to. */
  'unit-changed': { dataId: DataId; left?: readonly EntityId[] }
  /** A template has a newer version. */
  'template-changed': { templateId: TemplateId; version: number }
  /** Shared templates of entities were added or removed, or units of theirs show others. `template-changed` announces newer versions. */
  'gallery-changed': { entities: readonly EntityId[] }
  /** Labels of an entity were added, renamed, recoloured or removed. */
  'labels-changed': { entity: EntityId }
  /** Places of an entity are others than before. */
  'places-changed': { entity: EntityId }
  /** Things of an entity that an extension keeps were added, changed or removed; `kind` as in the consequences. */
  'things-changed': { kind: string; entity: EntityId }
  /** Things of a unit that an extension keeps were added, changed or deleted. */
  'unit-things-changed': { kind: string; dataId: DataId }
  /** Occurrences of an event table changed, or the progress of finding them. */
  'occurrences-changed': { dataId: DataId; name: string }
  /**
   * An alert was triggered on a unit, is OK again, or someone did something about it. Without a unit it was itself changed. `left`: for
   * whom it does not exist any more, all of its people once it is removed; `ofAdmins`: it concerns a source that only admins read.
   */
  'alert-changed': {
    alertId: AlertId
    dataId?: DataId
    left?: { entity: EntityId; people: readonly UserId[]; ofAdmins: boolean }
  }
  /** Notifications of alerts are waiting. */
  'alert-notifications': Record<string, never>
  /** A follower was added, changed or removed. */
  'followers-changed': { consumer: string }
  /**
   * The unit's token, paused collections or activation changed: caches drop it. `connectionsEnd`: its connections end, and it has
   * to sign in again.
   */
  'unit-access-changed': { dataId: DataId; connectionsEnd: boolean }
  /** A unit signed in under a client id: an older connection with that id ends, at whatever server. */
  'unit-connected': {
    dataId: DataId
    clientId: string
    /** Grows from each connection to the next, at all servers. */
    number: number
  }
  /**
   * A message, a value of JSON, for the connections of a unit at this server that subscribed to a topic. One with a receipt goes to each
   * connection once, and its progress is published.
   */
  'unit-message': { dataId: DataId; topic: UnitTopic; message: unknown; receipt?: number }
  'unit-message-progress': {
    dataId: DataId
    topic: UnitTopic
    receipt: number
    progress: MessageProgress
    /** By which it goes to the unit. */
    door: Door
  }
  /** A connection of a unit at this server has just subscribed to a topic. */
  'unit-subscribed': { dataId: DataId; topic: UnitTopic }
  /** A request waits for a unit that did not. */
  'request-waits': { dataId: DataId }
  /** A request to the unit is new, or its state is another one. */
  'requests-changed': { dataId: DataId }
  /** Sessions that ended: their streams end too. */
  'sessions-ended': { sessionIds: readonly SessionId[] }
  /** What people may see or do is another one: streams are judged again. */
  'rights-changed': Record<string, never>
  /**
   * Events of another server were lost, or may have been. Code that holds anything that events keep current compares it with the
   * database. It repeats while servers do not reach each other.
   */
  'messages-missed': Record<string, never>
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
          log.error({ err: error, kind }, 'bus listener failed')
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
