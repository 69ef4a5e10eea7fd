import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { NetworkServerId } from '../contract/network-servers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'

/** The broker of a network server, to which this server connects. */
export interface ClaimedBroker {
  readonly id: NetworkServerId
  readonly entity: EntityId
  readonly url: string
  readonly user: string
  readonly password: Buffer | null
  readonly application: string
  readonly failures: number
  /** Another one with each change of user or password. */
  readonly signIn: string
}

/** What became of a broker that a server claimed. */
export interface HeldBroker {
  readonly id: NetworkServerId
  readonly url: string
  readonly application: string
  readonly signIn: string
  readonly heldBy: string | null
  /** Whether anything is to be received from it now. */
  readonly isOn: boolean
}

interface Moment {
  readonly server: string
  readonly now: number
  /** Those to which this server is connected, or is trying to. */
  readonly open: readonly NetworkServerId[]
}

/** Which server of the portal is connected to which broker. Times are epoch milliseconds. */
export function createBrokerStore(db: Db) {
  return {
    claimNext: async (moment: Moment): Promise<ClaimedBroker | undefined> => {
      const { rows } = await sql<ClaimedBroker>`
        update network_server set broker_held_by = ${moment.server}, broker_connected_at = null
        where id = (
          select id from network_server where ${isDue(moment)}
          order by broker_next_try_at, id limit 1 for update skip locked
        )
        returning id, entity_id as entity, broker_url as url, broker_user as "user", broker_password as password, application,
          broker_failures as failures, ${SIGN_IN} as "signIn"`.execute(db)
      return rows[0]
    },

    list: async (ids: readonly NetworkServerId[]): Promise<HeldBroker[]> => {
      const { rows } = await sql<HeldBroker>`
        select id, broker_url as url, application, ${SIGN_IN} as "signIn", broker_held_by as "heldBy", ${IS_ON} as "isOn"
        from network_server where id = any (${[...ids]})`.execute(db)
      return rows
    },

    noteConnected: async (id: NetworkServerId, server: string, now: number): Promise<void> => {
      await sql`
        update network_server set broker_connected_at = ${now}, broker_error = null
        where id = ${id} and broker_held_by = ${server}`.execute(db)
    },

    /** `problem`: what is wrong with the messages, as a sentence. */
    noteMessage: async (
      id: NetworkServerId,
      { server, at, problem }: { server: string; at: number; problem: string | undefined },
    ): Promise<void> => {
      await sql`
        update network_server set broker_message_at = ${at}, broker_error = ${problem ?? null}
        where id = ${id} and broker_held_by = ${server}`.execute(db)
    },

    /** Lets another server connect. `failed`: not before a time. */
    release: async (
      id: NetworkServerId,
      server: string,
      failed: { readonly reason: string; readonly failures: number; readonly nextTryAt: number } | undefined,
    ): Promise<void> => {
      const { reason = null, failures = 0, nextTryAt = 0 } = failed ?? {}
      await sql`
        update network_server set broker_held_by = null, broker_connected_at = null, broker_error = ${reason},
          broker_failures = ${failures}, broker_next_try_at = ${nextTryAt}
        where id = ${id} and broker_held_by = ${server}`.execute(db)
    },
  }
}

/** Whether this server is to connect to a broker. */
export function isBrokerDue(moment: Moment): RawBuilder<unknown> {
  return sql`exists (select from network_server where ${isDue(moment)})`
}

const SIGN_IN = sql`md5(broker_user || '/' || coalesce(encode(broker_password, 'hex'), ''))`

const IS_ON = sql<boolean>`(
  network_server.broker_url <> '' and network_server.active and network_server.kind = 'chirpstack'
  and exists (
    select from entity where entity.id = network_server.entity_id and entity.status = 'active' and entity.deleted_at is null
  )
)`

function isDue({ server, now, open }: Moment): RawBuilder<unknown> {
  return sql`${IS_ON} and network_server.broker_next_try_at <= ${now}
    and ${isFreeFor(server, sql`network_server.broker_held_by`)} and network_server.id <> all (${[...open]})`
}
