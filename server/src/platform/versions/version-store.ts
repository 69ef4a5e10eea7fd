import { personName } from '#platform/database/person-columns.ts'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The table and the key column of each kind of thing of the core whose changes are counted. */
const PLACES: Readonly<Record<string, readonly [table: string, key: string]>> = {
  user: ['app_user', 'id'],
  entity: ['entity', 'id'],
  unit: ['unit', 'data_id'],
  template: ['template', 'id'],
  calculation: ['calculation', 'id'],
  retention: ['source', 'source_key'],
  sim: ['sim', 'id'],
  alert: ['alert', 'id'],
  label: ['label', 'id'],
  note: ['note', 'id'],
  place: ['place', 'id'],
  event: ['event_table', 'id'],
}

type ChangedOf<Code> = Code extends `${infer Kind}/changed` ? Kind : never

/** Each has a code for a change that was made from an older version. */
export type VersionedKind = ChangedOf<ErrorCode>

export interface Versioned {
  readonly kind: VersionedKind
  readonly id: string | number
  /** Only for a kind of an extension: its table, with the key `id`. */
  readonly table?: keyof Tables | undefined
}

function placeOf({ kind, table }: Versioned): readonly [table: string, key: string] {
  const place = table === undefined ? PLACES[kind] : ([table, 'id'] as const)
  if (place === undefined) throw new Error(`there is no table of the kind ${kind}`)
  return place
}

/** The last change of a thing. */
export interface LastChange {
  readonly version: number
  /** Undefined when it was not changed since it was created. */
  readonly userId: UserId | undefined
  /** Undefined when that user is out of reach. */
  readonly name: string | undefined
  readonly at: Date | undefined
}

/** The versions of things, and who changed them last. */
export function createVersionStore(db: Db) {
  return {
    /** Lets no one else change it until the end of the transaction. */
    lock: async (thing: Versioned): Promise<void> => {
      const [table, column] = placeOf(thing)
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${thing.id} for update`.execute(db)
    },

    /** Counts a change, in the transaction that makes it; `by` is undefined for the command line. Returns the new version. */
    raise: async (thing: Versioned, { by, at }: { by: UserId | undefined; at: number }): Promise<number> => {
      const [table, column] = placeOf(thing)
      const { rows } = await sql<{ version: number }>`
        update ${sql.table(table)} set version = version + 1, changed_at = ${new Date(at)}, changed_by = ${by ?? null}
        where ${sql.ref(column)} = ${thing.id} returning version
      `.execute(db)
      return rows[0]?.version ?? 1
    },

    /** Undefined when there is no such thing. The name is included when the user's entity is in `reach`. */
    findLastChange: async (thing: Versioned, reach: readonly EntityId[]): Promise<LastChange | undefined> => {
      const [table, column] = placeOf(thing)
      const { rows } = await sql<ChangeRow>`
        select thing.version, thing.changed_by, thing.changed_at, ${personName('person')} as name
        from ${sql.table(table)} thing
        left join known_person person on person.id = thing.changed_by and person.entity_id = any (${[...reach]})
        where thing.${sql.ref(column)} = ${thing.id}
      `.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      return {
        version: row.version,
        userId: row.changedBy ?? undefined,
        name: row.name ?? undefined,
        at: row.changedAt ?? undefined,
      }
    },
  }
}

interface ChangeRow {
  version: number
  changedBy: UserId | null
  changedAt: Date | null
  /** Null for someone out of reach. */
  name: string | null
}
