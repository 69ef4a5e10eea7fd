import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export interface Thing {
  /** As dialogs list it. */
  readonly id: string
  /** The row, with the rows of others that belong to it; undefined: it is gone. */
  readonly read: () => Promise<Row | undefined>
}
export type Row = Readonly<Record<string, unknown>>

/** What counts changes and says who made them, who used it and how far it was followed. */
const BOOKKEEPING = [
  'version',
  'changed_at',
  'changed_by',
  'updated_at',
  'judged_to',
  'due_at',
  'tries',
  'held_by',
  'last_used_at',
  'last_used_from',
  'fill_done',
  'fill_total',
  'filled_to',
  'event_tables_due',
]

interface Rows {
  readonly id?: string
  readonly members?: { readonly table: string; readonly column: string }
}

/** Reads and adds things by their rows. */
export function createThingRows(db: Db) {
  return { inTable, insert, add }

  function inTable(table: string, id: string, { id: column = 'id', members }: Rows = {}): Thing {
    const others =
      members === undefined
        ? sql`null`
        : sql`(select jsonb_agg(to_jsonb(member)) from ${sql.table(members.table)} member where ${sql.ref(`member.${members.column}`)}::text = ${id})`
    const read = async (): Promise<Row | undefined> => {
      const { rows: found } = await sql<{ row: Row }>`
        select to_jsonb(thing) - ${sql.val(BOOKKEEPING)}::text[] || jsonb_build_object('members', ${others}) as row
        from ${sql.table(table)} thing where ${sql.ref(column)}::text = ${id}`.execute(db)
      return found[0]?.row
    }
    return { id, read }
  }

  async function insert(table: string, columns: Record<string, unknown>, key = 'id'): Promise<string> {
    const names = Object.keys(columns)
    const { rows: added } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(columns))}) returning ${sql.ref(key)}::text as id`.execute(db)
    return added[0]?.id ?? ''
  }

  async function add(table: string, columns: Record<string, unknown>, more?: Rows): Promise<Thing> {
    return inTable(table, await insert(table, columns), more)
  }
}

export function withMore({ id, read }: Thing, more: () => Promise<Row>): Thing {
  return {
    id,
    read: async () => {
      const row = await read()
      return row && { ...row, ...(await more()) }
    },
  }
}
