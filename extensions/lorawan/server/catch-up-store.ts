import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { NetworkServerId } from '../contract/network-servers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'

/** A network server of The Things Stack whose stored uplinks this server reads. */
export interface ClaimedCatchUp {
  readonly id: NetworkServerId
  readonly entity: EntityId
  readonly url: string
  readonly apiKey: Buffer
  readonly application: string
  /** When the last uplink that was read had arrived at the network server; null: none was read yet. */
  readonly readTo: number | null
}

/** How far the stored uplinks of network servers are read. Times are epoch milliseconds. */
export function createCatchUpStore(db: Db) {
  return {
    claimNext: async (server: string, now: number): Promise<ClaimedCatchUp | undefined> => {
      const { rows } = await sql<ClaimedCatchUp>`
        update network_server set catch_up_held_by = ${server}
        where id = (
          select id from network_server where ${isDue(server, now)}
          order by catch_up_due_at, id limit 1 for update skip locked
        )
        returning id, entity_id as entity, url, api_key as "apiKey", application, caught_up_to as "readTo"`.execute(db)
      return rows[0]
    },

    /** Notes how far it has been read. */
    advance: async (id: NetworkServerId, readTo: number): Promise<void> => {
      await sql`update network_server set caught_up_to = ${readTo} where id = ${id}`.execute(db)
    },

    /** All is read; notes when it is to be read next. */
    finish: async (id: NetworkServerId, { now, dueAt }: { now: number; dueAt: number }): Promise<void> => {
      await sql`
        update network_server set caught_up_at = ${now}, catch_up_due_at = ${dueAt}, catch_up_error = null,
          catch_up_held_by = null
        where id = ${id}`.execute(db)
    },

    fail: async (id: NetworkServerId, { reason, dueAt }: { reason: string; dueAt: number }): Promise<void> => {
      await sql`
        update network_server set catch_up_error = ${reason}, catch_up_due_at = ${dueAt}, catch_up_held_by = null
        where id = ${id}`.execute(db)
    },

    /** After an outage of this server all are read. */
    readSoon: async (): Promise<void> => {
      await sql`update network_server set catch_up_due_at = 0 where catch_up`.execute(db)
    },
  }
}

/** Whether stored uplinks are to be read now. `first`: in any case, as this server has just begun. */
export function isCatchUpDue(server: string, { now, first }: { now: number; first: boolean }): RawBuilder<unknown> {
  return sql`${first} or exists (select from network_server where ${isDue(server, now)})`
}

function isDue(server: string, now: number): RawBuilder<unknown> {
  return sql`network_server.catch_up and network_server.active and network_server.kind = 'things-stack'
    and network_server.catch_up_due_at <= ${now} and ${isFreeFor(server, sql`network_server.catch_up_held_by`)}
    and exists (
      select from entity where entity.id = network_server.entity_id and entity.status = 'active'
        and entity.deleted_at is null
    )`
}
