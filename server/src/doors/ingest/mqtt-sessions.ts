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
      metrics.mqttConnections.dec()
      if (clients.size > 0) return
      byUnit.delete(dataId)
      connections.set(dataId, false)
    },

    clientsOf,

    connected: (): DataId[] => [...byUnit.keys()],

    isConnected: (dataId: DataId): boolean => byUnit.has(dataId),

    /** Ends the connection with a client id that signed in before. */
    dropOlder: (dataId: DataId, clientId: string, number: number): void => {
      for (const client of clientsOf(dataId)) {
        if (client.id === clientId && (numbers.get(client) ?? 0) < number) client.close()
      }
    },

    drop: (dataId: DataId): void => {
      for (const client of clientsOf(dataId)) client.close()
    },

    dropUnless: (dataId: DataId, mayStay: (unit: KnownUnit) => boolean): void => {
      for (const client of clientsOf(dataId)) {
        const unit = units.get(client)
        if (unit === undefined || !mayStay(unit)) client.close()
      }
    },
  }
}
