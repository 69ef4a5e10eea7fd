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
        .selectFrom('networkServer')
        .selectAll()
        .select(IS_CONNECTED)
        .where('entityId', '=', entity)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(shownOf)
    },

    /** As it is shown, where it is of one of the entities. */
    findShown: async (id: NetworkServerId, entities: readonly EntityId[]): Promise<NetworkServer | undefined> => {
      const row = await db
        .selectFrom('networkServer')
        .selectAll()
        .select(IS_CONNECTED)
        .where('id', '=', id)
        .where('entityId', 'in', [...entities])
        .executeTakeFirst()
      return row && shownOf(row)
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'networkServer', entity),

    create: async ({ entity, by, at, ...server }: NewNetworkServer): Promise<void> => {
      await db
        .insertInto('networkServer')
        .values({
          ...server,
          entityId: entity,
          createdBy: by,
          createdAt: new Date(at),
        })
        .execute()
    },

    /** What went wrong before does not count for what it is now. */
    update: async (id: NetworkServerId, changes: NetworkServerChanges): Promise<void> => {
      if (Object.keys(changes).length > 0)
        await db
          .updateTable('networkServer')
          .set({ ...changes, ...HEALTHY, ...RETRIED })
          .where('id', '=', id)
          .execute()
    },

    remove: async (id: NetworkServerId): Promise<void> => {
      await db.deleteFrom('networkServer').where('id', '=', id).execute()
    },

    recordSuccess: async (id: NetworkServerId, at: number): Promise<void> => {
      await db
        .updateTable('networkServer')
        .set({ ...HEALTHY, lastSuccessAt: new Date(at) })
        .where('id', '=', id)
        .execute()
    },

    recordFailure: async (id: NetworkServerId, { at, reason, nextTryAt }: NetworkServerFailure): Promise<void> => {
      await db
        .updateTable('networkServer')
        .set({
          failures: sql`failures + 1`,
          failingSince: sql`coalesce(failing_since, ${new Date(at)})`,
          lastError: reason,
          nextTryAt: nextTryAt ?? null,
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

const HEALTHY = { failures: 0, failingSince: null, nextTryAt: null, lastError: null } as const

const RETRIED = { catchUpDueAt: 0, catchUpError: null, brokerFailures: 0, brokerNextTryAt: 0 } as const

/** A server that died leaves its connections behind as they were. */
const IS_CONNECTED = sql<boolean>`broker_connected_at is not null and ${isRunning(sql`broker_held_by`)}`.as(
  'isConnected',
)

type Row = Selectable<Tables['networkServer']> & { readonly isConnected: boolean }

function shownOf(row: Row): NetworkServer {
  const { id, entityId: entity, name, kind, url, application, fPort, confirmed, active, version } = row
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
    catchUp: row.catchUp,
    brokerUrl: row.brokerUrl,
    brokerUser: row.brokerUser,
    active,
    failingSinceUTC: time(row.failingSince),
    lastError: row.lastError,
    lastSuccessUTC: time(row.lastSuccessAt),
    caughtUpUTC: time(row.caughtUpAt),
    catchUpError: row.catchUpError,
    brokerConnectedUTC: row.isConnected ? time(row.brokerConnectedAt) : null,
    brokerMessageUTC: time(row.brokerMessageAt),
    brokerError: row.brokerError,
    version,
  }
}
