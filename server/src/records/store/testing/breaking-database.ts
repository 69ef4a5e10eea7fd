import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { camelCase } from '#platform/database/camel-case.ts'
import type { Db } from '#platform/database/database.ts'
import { preparing } from '#platform/database/prepared.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The same database, on connections that call `before` ahead of every statement: it may throw, or end the process. */
export function onEachStatement(pool: pg.Pool, before: (statement: string) => void): Db {
  const opened = preparing(pool)
  const connect = async () => {
    const client = await opened.connect()
    return {
      query: (text: string, values: readonly unknown[]) => {
        if (text !== 'rollback') before(text)
        return client.query(text, [...values])
      },
      release: () => client.release(),
    }
  }
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } as never })
  return new Kysely<Tables>({ dialect, plugins: [camelCase] })
}
