import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import { sendRows } from './copy-rows.ts'

const MARK = /^\s*\/\* prepared (\S+) \*\//

/**
 * Marks a statement to be prepared under this name, so that PostgreSQL plans it once a connection: for the few that nearly every
 * request makes and that take longer to plan than to run. The text must always be the same; only parameters differ. It names its columns:
 * with `*` it would fail once a newer release adds one.
 */
export function prepared(name: string): RawBuilder<unknown> {
  return sql.raw(preparedText(name))
}

/** As `prepared`, for statements that are plain text. */
export function preparedText(name: string): string {
  return `/* prepared ${name} */`
}

/** A pool whose clients prepare the statements that say so, and send the rows of those that copy. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  return { query, release: (destroy) => client.release(destroy) }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Nothing is read through a cursor')
    const name = MARK.exec(text)?.[1]
    return (
      sendRows(client, text, values) ??
      client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    )
  }
}
