import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'

/** SQL whose text is always the same. */
export type DueCondition = RawBuilder<unknown>

interface Asked {
  readonly name: string
  readonly isDue: DueCondition
}

/** Asks which kinds of background work have something to do. */
export function createDueStore(db: Db) {
  let known = { kinds: 0, statement: '' }
  return {
    /** By one statement, planned once a connection. */
    findDue: async (kinds: readonly Asked[]): Promise<Set<string>> => {
      const conditions = sql.join(kinds.map(({ name, isDue }) => sql`(${isDue}) as ${sql.id(name)}`))
      if (known.kinds !== kinds.length) known = { kinds: kinds.length, statement: nameOf(conditions.compile(db).sql) }
      const { rows } = await sql<Record<string, boolean>>`
        ${prepared(known.statement)} select ${conditions}`.execute(db)
      return new Set(kinds.map(({ name }) => name).filter((name) => rows[0]?.[name] === true))
    },
  }
}

/** Whatever asks for the same kinds on a connection gives its statement the same name. */
function nameOf(text: string): string {
  return `due-${createHash('sha1').update(text).digest('hex')}`
}
