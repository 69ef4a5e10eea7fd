import { withClient } from '#platform/database/with-client.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { camelCase } from '#platform/database/camel-case.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** Runs work on its own connection that sees the database as it is at this moment, whatever others change in the meantime. */
export function inFrozenDatabase<T>(
  connection: pg.ClientConfig,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return onOneConnection(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return work(client)
  })
}

/** Runs work in one transaction, in which both plain statements and Kysely may be used. */
export function inOneTransaction<T>(
  connection: pg.ClientConfig,
  work: (client: pg.ClientBase, tx: Db) => Promise<T>,
): Promise<T> {
  return onOneConnection(connection, (client) => {
    const alone = {
      query: client.query.bind(client) as never,
      release: () => undefined,
    }
    const pool = { options: {}, connect: () => Promise.resolve(alone), end: () => Promise.resolve() }
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] })
    return db.transaction().execute((tx) => work(client, tx))
  })
}

/** Closing the connection ends a transaction that is open. */
function onOneConnection<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ ...connection, application_name: 'fieldwatch-backup' }, async (client) => {
    // Tables are read from their first row on, so that a table that was restored reads as the one it is made from.
    await client.query(
      'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off',
    )
    return work(client)
  })
}

/** Brings what planning needs to know up to date. */
export function analyze(connection: pg.ClientConfig): Promise<void> {
  return onOneConnection(connection, async (client) => {
    await client.query('analyze')
  })
}
