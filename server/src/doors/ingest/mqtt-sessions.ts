import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Client } from 'aedes'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { ConnectionState } from './connection-state.ts'
import type { KnownUnit } from './unit-authenticator.ts'

interface Dependencies {
  connections: ConnectionState
  metrics: Metrics
  /** More end the oldest. */
  connectionsPerUnit: number
}

export type MqttSessions = ReturnType<typeof createMqttSessions>

/** The connections of units. A unit is connected as long as one of them is. */
export function createMqttSessions({ connections, metrics, connectionsPerUnit }: Dependencies) {
  const units = new WeakMap<Client, KnownUnit>()
  const numbers = new WeakMap<Client, number>()
  const byUnit = new Map<DataId, Set<Client>>()

  /** The gateways' connections by which a unit gets requests, with its name there. */
  const carriers = new Map<DataId, Map<Client, string>>()
  const carriedBy = new WeakMap<Client, Set<DataId>>()

  const clientsOf = (dataId: DataId): Client[] => [...(byUnit.get(dataId) ?? [])]

  return {
    /** Without a number it signed in while the database was away. */
    know: (client: Client, unit: KnownUnit, number: number | undefined): void => {
      units.set(client, unit)
      if (number !== undefined) numbers.set(client, number)
    },

    unitOf: (client: Client | null): KnownUnit | undefined => (client === null ? undefined : units.get(client)),

    begin: (client: Client): void => {
      const dataId = units.get(client)?.dataId
      if (dataId === undefined) return
      const clients = byUnit.get(dataId) ?? new Set()
      byUnit.set(dataId, clients)
      clients.add(client)
      metrics.mqttConnections.inc()
      if (clients.size === 1) connections.set(dataId, true)
      const [oldest] = clients
      if (clients.size > connectionsPerUnit) oldest?.close()
    },

    end: (client: Client): void => {
      const dataId = units.get(client)?.dataId
      const clients = dataId === undefined ? undefined : byUnit.get(dataId)
      if (dataId === undefined || clients?.delete(client) !== true) return
      for (const carried of carriedBy.get(client) ?? []) letGo(client, carried)
      metrics.mqttConnections.dec()
      if (clients.size > 0) return
      byUnit.delete(dataId)
      connections.set(dataId, false)
    },

    clientsOf,

    connected: (): DataId[] => [...byUnit.keys()],

    /** Whether the unit has a connection here, its own or that of its gateway. */
    isConnected: (dataId: DataId): boolean => byUnit.has(dataId) || carriers.has(dataId),

    /** A gateway's connection brings messages to the unit, too. Returns whether that is new. */
    carry: (client: Client, dataId: DataId, name: string): boolean => {
      const gateway = units.get(client)?.dataId
      const of = carriers.get(dataId) ?? new Map<Client, string>()
      // It may have ended while its message was being stored.
      if (of.has(client) || gateway === undefined || byUnit.get(gateway)?.has(client) !== true) return false
      carriers.set(dataId, of.set(client, name))
      carriedBy.set(client, (carriedBy.get(client) ?? new Set()).add(dataId))
      if (of.size === 1) connections.set(dataId, true)
      return true
    },

    letGo,

    carriersOf: (dataId: DataId): [client: Client, name: string][] => [...(carriers.get(dataId) ?? [])],

    carriedBy: (client: Client): Iterable<DataId> => carriedBy.get(client) ?? [],

    /** Ends the connection with a client id that signed in before. */
    dropOlder: (dataId: DataId, clientId: string, number: number): void => {
      for (const client of clientsOf(dataId)) {
        if (client.id === clientId && (numbers.get(client) ?? 0) < number) client.close()
      }
    },

    drop: (dataId: DataId): void => {
      for (const client of clientsOf(dataId)) client.close()
      for (const client of carriers.get(dataId)?.keys() ?? []) letGo(client, dataId)
    },

    dropUnless: (dataId: DataId, mayStay: (unit: KnownUnit) => boolean): void => {
      for (const client of clientsOf(dataId)) {
        const unit = units.get(client)
        if (unit === undefined || !mayStay(unit)) client.close()
      }
    },
  }
  function letGo(client: Client, dataId: DataId): void {
    const of = carriers.get(dataId)
    if (of?.delete(client) !== true) return
    carriedBy.get(client)?.delete(dataId)
    if (of.size > 0) return
    carriers.delete(dataId)
    connections.set(dataId, false)
  }
}
