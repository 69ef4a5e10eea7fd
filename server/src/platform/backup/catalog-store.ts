import type pg from 'pg'

export interface CatalogTable {
  readonly name: string
  /** Those that rows are written with: generated ones are left out. */
  readonly columns: readonly string[]
}

interface CatalogSequence {
  readonly table: string
  readonly column: string
}

/** A part of the schema that slows the loading of rows, with the statement that makes it. */
interface DeferredConstraint {
  readonly drop: string
  readonly make: string
}

/** The two tables in which Kysely remembers migrations: migrating writes them. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']

/** The schema according to the catalog of PostgreSQL. One connection, so that it sees what its own transaction changed. */
export function createCatalogStore(client: pg.ClientBase) {
  async function list<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await client.query<T>(text, [...values])
    return rows
  }

  return {
    listTables: () =>
      list<CatalogTable & pg.QueryResultRow>(
        `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
         group by c.relname order by c.relname`,
        [OF_MIGRATIONS],
      ),

    /** A name of something that is in the database already. */
    findAnything: async (): Promise<string | undefined> => {
      const rows = await list<{ name: string }>(
        `select relname as name from pg_class c
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
           and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         order by relkind <> 'r', relname limit 1`,
      )
      return rows[0]?.name
    },

    /** Empty for a database of something else. */
    listMigrations: async (): Promise<string[]> => {
      const [known] = await list<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`)
      if (known?.there !== true) return []
      return (await list<{ name: string }>('select name from kysely_migration order by name')).map(({ name }) => name)
    },

    /** The columns that number their rows. */
    listSequences: () =>
      list<CatalogSequence & pg.QueryResultRow>(
        `select c.relname as "table", a.attname as "column"
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
           and a.attnum > 0 and not a.attisdropped
           and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
         order by 1, 2`,
      ),

    readSequence: async ({ table, column }: CatalogSequence): Promise<{ last: string; called: boolean }> => {
      const [found] = await list<{ sequence: string }>(
        'select pg_get_serial_sequence(quote_ident($1), $2) as sequence',
        [table, column],
      )
      const [row] = await list<{ last: string; called: boolean }>(
        `select last_value::text as last, is_called as called from ${found?.sequence}`,
      )
      if (row === undefined) throw new Error(`${table}.${column} has no sequence`)
      return row
    },

    setSequence: async ({ table, column, last, called }: CatalogSequence & { last: string; called: boolean }) => {
      await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
        table,
        column,
        last,
        called,
      ])
    },

    /** Constraints and indexes, in an order in which they can be dropped; the other way round they can be made. */
    listDeferredConstraints: async (): Promise<DeferredConstraint[]> => {
      const constraints = await list<DeferredConstraint & pg.QueryResultRow>(
        `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
         from pg_constraint
         where connamespace = current_schema()::regnamespace and contype in ('f', 'u', 'p', 'x')
         order by position(contype in 'fxup'), conrelid::regclass::text, conname`,
      )
      const indexes = await list<DeferredConstraint & pg.QueryResultRow>(
        `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
         from pg_index i join pg_class c on c.oid = i.indexrelid
         where c.relnamespace = current_schema()::regnamespace
           and not exists (select from pg_constraint where conindid = i.indexrelid)
           and i.indrelid <> all (select to_regclass(name) from unnest($1::text[]) name where to_regclass(name) is not null)
         order by 1`,
        [OF_MIGRATIONS],
      )
      return [...constraints, ...indexes]
    },

    run: async (statement: string): Promise<void> => {
      await client.query(statement)
    },
  }
}
