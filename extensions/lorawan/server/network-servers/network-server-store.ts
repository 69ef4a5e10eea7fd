import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { NetworkServer, NetworkServerDraft, NetworkServerId } from '../../contract/network-servers.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import { isRunning } from '@fieldwatch/server/platform/leases/lease-store'

interface NewNetworkServer extends Omit<NetworkServerDraft, 'key' | 'brokerPassword'> {
  readonly id: NetworkServerId
  readonly entity: EntityId
  readonly apiKey: Buffer
  readonly brokerPassword: Buffer | null
  readonly by: UserId
  readonly at: number
}

interface NetworkServerChanges extends Partial<Omit<NetworkServerDraft, 'key' | 'kind' | 'brokerPassword'>> {
  readonly active?: boolean
  readonly apiKey?: Buffer
  readonly brokerPassword?: Buffer | null
}

interface NetworkServerFailure {
  readonly at: number
  /** A sentence. */
  readonly reason: string
  /** When it may be tried again; undefined: at once, as only one device failed. */
  readonly nextTryAt: number | undefined
}

/** The LoRaWAN network servers of entities. */
export function createNetworkServerStore(db: Db) {
  return {
    list: async (entity: EntityId): Promise<NetworkServer[]> => {
      const rows = await db
        .selectFrom('network_server')
        .selectAll()
        .select(IS_CONNECTED)
        .where('entity_id', '=', entity)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(shownOf)
    },

    /** As it is shown, where it is of one of the entities. */
    findShown: async (id: NetworkServerId, entities: readonly EntityId[]): Promise<NetworkServer | undefined> => {
      const row = await db
        .selectFrom('network_server')
        .selectAll()
        .select(IS_CONNECTED)
        .where('id', '=', id)
        .where('entity_id', 'in', [...entities])
        .executeTakeFirst()
      return row && shownOf(row)
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'network_server', entity),

    create: async ({ entity, by, at, ...server }: NewNetworkServer): Promise<void> => {
      await db
        .insertInto('network_server')
        .values({
          ...columnsOf(server),
          entity_id: entity,
          created_by: by,
          created_at: new Date(at),
        })
        .execute()
    },

    /** What went wrong before does not count for what it is now. */
    update: async (id: NetworkServerId, changes: NetworkServerChanges): Promise<void> => {
      const set = columnsOf(changes)
      if (Object.keys(set).length > 0)
        await db
          .updateTable('network_server')
          .set({ ...set, ...HEALTHY, ...RETRIED })
          .where('id', '=', id)
          .execute()
    },

    remove: async (id: NetworkServerId): Promise<void> => {
      await db.deleteFrom('network_server').where('id', '=', id).execute()
    },

    recordSuccess: async (id: NetworkServerId, at: number): Promise<void> => {
      await db
        .updateTable('network_server')
        .set({ ...HEALTHY, last_success_at: new Date(at) })
        .where('id', '=', id)
        .execute()
    },

    recordFailure: async (id: NetworkServerId, { at, reason, nextTryAt }: NetworkServerFailure): Promise<void> => {
      await db
        .updateTable('network_server')
        .set({
          failures: sql`failures + 1`,
          failing_since: sql`coalesce(failing_since, ${new Date(at)})`,
          last_error: reason,
          next_try_at: nextTryAt ?? null,
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

const HEALTHY = { failures: 0, failing_since: null, next_try_at: null, last_error: null } as const

const RETRIED = { catch_up_due_at: 0, catch_up_error: null, broker_failures: 0, broker_next_try_at: 0 } as const

/** A server that died leaves its connections behind as they were. */
const IS_CONNECTED = sql<boolean>`broker_connected_at is not null and ${isRunning(sql`broker_held_by`)}`.as(
  'isConnected',
)

const COLUMNS = {
  fPort: 'f_port',
  apiKey: 'api_key',
  catchUp: 'catch_up',
  brokerUrl: 'broker_url',
  brokerUser: 'broker_user',
  brokerPassword: 'broker_password',
} as const

type Renamed<Given> = {
  [Name in keyof Given as Name extends keyof typeof COLUMNS ? (typeof COLUMNS)[Name] : Name]: Given[Name]
}

/** With the names of the columns. */
function columnsOf<Given extends object>(given: Given): Renamed<Given> {
  const isRenamed = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name)
  const entries = Object.entries(given).map(([name, value]) => [isRenamed(name) ? COLUMNS[name] : name, value])
  // The same values by other names.
  return Object.fromEntries(entries) as Renamed<Given>
}

type Row = Selectable<Tables['network_server']> & { readonly isConnected: boolean }

function shownOf(row: Row): NetworkServer {
  const { id, entity_id: entity, name, kind, url, application, f_port: fPort, confirmed, active, version } = row
  const time = (at: Date | number | null): string | null => (at === null ? null : new Date(at).toISOString())
  return {
    // Only this store writes them.
    networkServerID: id as NetworkServerId,
    entity,
    name,
    kind: kind as NetworkServer['kind'],
    url,
    application,
    fPort,
    confirmed,
    catchUp: row.catch_up,
    brokerUrl: row.broker_url,
    brokerUser: row.broker_user,
    active,
    failingSinceUTC: time(row.failing_since),
    lastError: row.last_error,
    lastSuccessUTC: time(row.last_success_at),
    caughtUpUTC: time(row.caught_up_at),
    catchUpError: row.catch_up_error,
    brokerConnectedUTC: row.isConnected ? time(row.broker_connected_at) : null,
    brokerMessageUTC: time(row.broker_message_at),
    brokerError: row.broker_error,
    version,
  }
}
