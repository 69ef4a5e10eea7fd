import { personName } from '#platform/database/person-columns.ts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The table and the key column of each kind of thing whose changes are counted. */
const PLACES = {
  user: ['app_user', 'id'],
  entity: ['entity', 'id'],
  unit: ['unit', 'data_id'],
  template: ['template', 'id'],
  calculation: ['calculation', 'id'],
  retention: ['source', 'source_key'],
  sim: ['sim', 'id'],
  alert: ['alert', 'id'],
  webhook: ['webhook', 'id'],
  mapping: ['message_mapping', 'id'],
  'network-server': ['network_server', 'id'],
  label: ['label', 'id'],
  note: ['note', 'id'],
  place: ['place', 'id'],
  incident: ['incident', 'id'],
  board: ['board', 'id'],
  schedule: ['report_schedule', 'id'],
  event: ['event_table', 'id'],
} as const

export type VersionedKind = keyof typeof PLACES

export interface Versioned {
  readonly kind: VersionedKind
  readonly id: string | number
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
    lock: async ({ kind, id }: Versioned): Promise<void> => {
      const [table, column] = PLACES[kind]
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update`.execute(db)
    },

    /** Counts a change, in the transaction that makes it; `by` is undefined for the command line. Returns the new version. */
    raise: async ({ kind, id }: Versioned, { by, at }: { by: UserId | undefined; at: number }): Promise<number> => {
      const [table, column] = PLACES[kind]
      const { rows } = await sql<{ version: number }>`
        update ${sql.table(table)} set version = version + 1, changed_at = ${new Date(at)}, changed_by = ${by ?? null}
        where ${sql.ref(column)} = ${id} returning version
      `.execute(db)
      return rows[0]?.version ?? 1
    },

    /** Undefined when there is no such thing. The name is included when the user's entity is in `reach`. */
    findLastChange: async ({ kind, id }: Versioned, reach: readonly EntityId[]): Promise<LastChange | undefined> => {
      const [table, column] = PLACES[kind]
      const { rows } = await sql<ChangeRow>`
        select thing.version, thing.changed_by, thing.changed_at, ${personName('person')} as name
        from ${sql.table(table)} thing
        left join known_person person on person.id = thing.changed_by and person.entity_id = any (${[...reach]})
        where thing.${sql.ref(column)} = ${id}
      `.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      return {
        version: row.version,
        userId: row.changed_by ?? undefined,
        name: row.name ?? undefined,
        at: row.changed_at ?? undefined,
      }
    },
  }
}

interface ChangeRow {
  version: number
  changed_by: UserId | null
  changed_at: Date | null
  /** Null for someone out of reach. */
  name: string | null
}
