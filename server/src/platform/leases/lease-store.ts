import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

const NOW_MS = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** A server whose lease is valid. */
export interface NamedServer {
  readonly name: string
  readonly roles: readonly string[]
}

/** The servers that run. Leases use the clock of the database, so that the clocks of servers need not agree. */
export function createLeaseStore(db: Db) {
  const until = (forMs: number) => sql`clock_timestamp() + ${forMs} * interval '1 millisecond'`
  return {
    /** Returns the time of the database, in epoch milliseconds. */
    begin: async (name: string, forMs: number, roles: readonly string[] = []): Promise<number> => {
      const { rows } = await sql<{ now: number }>`
        insert into server (name, expires_at, roles) values (${name}, ${until(forMs)}, ${roles})
        on conflict (name) do update set expires_at = excluded.expires_at, roles = excluded.roles
        returning ${NOW_MS} as now`.execute(db)
      return Number(rows[0]?.now)
    },

    /** `late`: it had expired. Undefined: another server had removed it, so that there was nothing to renew. */
    renew: async (name: string, forMs: number): Promise<{ late: boolean; now: number } | undefined> => {
      const { rows } = await sql<{ late: boolean; now: number }>`
        with own as (select name, expires_at < clock_timestamp() as late from server where name = ${name} for update)
        update server set expires_at = ${until(forMs)} from own where server.name = own.name
        returning own.late, ${NOW_MS} as now`.execute(db)
      return rows[0]
    },

    /** Gives all whose leases have expired some more time. */
    extendExpired: async (forMs: number): Promise<void> => {
      await sql`
        update server set expires_at = ${until(forMs)}
        where name in (select name from server where expires_at < clock_timestamp() for update skip locked)`.execute(db)
    },

    end: async (name: string): Promise<void> => {
      await sql`delete from server where name = ${name}`.execute(db)
    },

    listRunning: async (): Promise<NamedServer[]> => {
      const { rows } = await sql<NamedServer>`
        select name, roles from server where expires_at > clock_timestamp()`.execute(db)
      return rows
    },

    /** The names of those that expired longer ago than this. */
    removeExpired: async (sinceMs: number): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`
        delete from server where expires_at < ${until(-sinceMs)} returning name`.execute(db)
      return rows.map(({ name }) => name)
    },
  }
}

/** Whether a server's lease is valid, so that it still holds what it holds. */
export function isRunning(name: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from server where server.name = ${name} and server.expires_at > clock_timestamp()
  )`
}

/** The names of the servers whose leases are valid when the statement begins. */
export const RUNNING_SERVERS = sql<{ name: string }>`
  select server.name from server where server.expires_at > statement_timestamp()`

/** Whether a server may take what another one (or, with null, no one) holds. */
export function isFreeFor(server: string, heldBy: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${heldBy} is null or ${heldBy} = ${server} or not ${isRunning(heldBy)})`
}
