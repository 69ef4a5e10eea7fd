import { createHash } from 'node:crypto'
import type { ProgramTokenId } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'

const LOGIN = 'fieldwatch_'

/** Where the functions of the database read rows. */
interface RowsAddress {
  /** The name of the server that has them. */
  readonly server: string
  readonly host: string
  readonly port: number
  readonly secret: string
}

/** So long after a sign of life a server is asked for rows. */
const ALIVE_SECONDS = 60

/** A process of PostgreSQL that works for an analyst. */
export interface AnalystSession {
  readonly processId: number
  /** The process of the connection, which is itself but for the workers of a parallel statement. */
  readonly leader: number
  /** Null between statements. */
  readonly statementSeconds: number | null
  /** Null outside of transactions. */
  readonly transactionSeconds: number | null
}

export type AnalystDatabaseStore = ReturnType<typeof createAnalystDatabaseStore>

/**
 * The database that analysts sign in to. It has no data: its functions ask a server of the portal for rows, with the login that
 * called them. Everything in it can be made again.
 */
export function createAnalystDatabaseStore(pool: pg.Pool, name: string) {
  // Roles are of a whole PostgreSQL: those of one portal end with the same characters.
  const group = `fieldwatch_analyst_${createHash('md5').update(name).digest('hex').slice(0, 8)}`
  return {
    /** Makes what is missing. @throws Error of PostgreSQL when the user of the portal may not */
    prepare: async (passwordKey: string): Promise<void> => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(definitions(group))
        await client.query('insert into private.password_key (key) values ($1) on conflict do nothing', [passwordKey])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
      // Each where the user of the portal may: PostgreSQL leaves some of it to superusers.
      for (const statement of [...OWN_HARDENING, ...HARDENING]) await pool.query(statement).catch(ignoreForbidden)
    },

    /** Makes the login of a token unless it is there. Its password is only used by the portal. */
    ensureLogin: async (token: ProgramTokenId): Promise<{ user: string; password: string }> => {
      const { rows } = await pool.query<{ user: string; password: string }>(
        'select login as user, password from private.ensure_login($1)',
        [token],
      )
      const [login] = rows
      if (login === undefined) throw new Error('no login was made')
      return login
    },

    /** Removes the logins of tokens that are gone. */
    removeLogins: async (kept: readonly ProgramTokenId[]): Promise<void> => {
      await pool.query('select private.remove_logins($1)', [kept])
    },

    /** Notes that a server has rows. */
    announce: async ({ server, host, port, secret }: RowsAddress): Promise<void> => {
      await pool.query(
        `insert into private.server (server, host, port, secret, alive_at) values ($1, $2, $3, $4, now())
         on conflict (server) do update set alive_at = now()`,
        [server, host, port, secret],
      )
      await pool.query(`delete from private.server where alive_at < now() - interval '1 day'`)
    },

    withdraw: async (server: string): Promise<void> => {
      await pool.query('delete from private.server where server = $1', [server])
    },

    /** What connections do, and the processes that PostgreSQL started for them. */
    listSessions: async (processIds: readonly number[]): Promise<AnalystSession[]> => {
      const { rows } = await pool.query<AnalystSession>(
        `select pid as "processId", coalesce(leader_pid, pid) as leader,
           case when state = 'active' then extract(epoch from clock_timestamp() - query_start)::float8 end as "statementSeconds",
           extract(epoch from clock_timestamp() - xact_start)::float8 as "transactionSeconds"
         from pg_stat_activity where pid = any ($1) or leader_pid = any ($1)`,
        [processIds],
      )
      return rows
    },

    /**
     * What processes have written to temporary files, in bytes, and how full the queue of notifications is, from 0 to 1. Without the rights
     * of a superuser files are not seen.
     */
    readDisk: async (): Promise<{ files: ReadonlyMap<number, number>; queue: number }> => {
      const { rows: state } = await pool.query<{ queue: number; isSuperuser: boolean }>(
        `select pg_notification_queue_usage() as queue, current_setting('is_superuser')::boolean as "isSuperuser"`,
      )
      const { queue = 0, isSuperuser = false } = state[0] ?? {}
      if (!isSuperuser) return { files: new Map(), queue }
      const { rows } = await pool.query<{ processId: number; bytes: number }>(TEMPORARY_FILES)
      return { files: new Map(rows.map(({ processId, bytes }) => [processId, bytes])), queue }
    },

    /** Cancels the statement of a connection. */
    cancel: async (processId: number): Promise<void> => {
      await pool.query('select pg_cancel_backend($1)', [processId])
    },
  }
}

/** By the process that made them. Those of parallel statements are in folders. */
const TEMPORARY_FILES = String.raw`
  select (regexp_match(name, '^pgsql_tmp(\d+)\.'))[1]::int as "processId", sum(size)::float8 as bytes from (
    select name, size from pg_ls_tmpdir()
    union all
    select folder, (pg_stat_file('base/pgsql_tmp/' || folder || '/' || file, true)).size
    from (select folder from pg_ls_dir('base/pgsql_tmp', true, false) folder where folder like '%.fileset') of_parallel
    cross join lateral pg_ls_dir('base/pgsql_tmp/' || folder, true, false) file
  ) file where name ~ '^pgsql_tmp\d+\.' group by 1`

const FORBIDDEN = '42501'

function ignoreForbidden(error: unknown): void {
  if ((error as pg.DatabaseError).code !== FORBIDDEN) throw error
}

type Parameter = readonly [name: string, type: string, initial?: string]

const SOURCE: readonly Parameter[] = [
  ['data_id', 'text'],
  ['source', 'text'],
]
const RANGE: readonly Parameter[] = [
  ['from', 'timestamptz', `'-infinity'`],
  ['to', 'timestamptz', `'infinity'`],
]

/** `group` is the role of every analyst. */
const definitions = (group: string): string => `
create schema if not exists private;
revoke all on schema private from public;
create extension if not exists dblink schema private;
do $$
begin
  if not exists (select from pg_extension where extname = 'dblink' and extnamespace = 'private'::regnamespace) then
    raise exception 'The extension dblink has to be in the schema private, where analysts cannot use it.';
  end if;
end $$;
create table if not exists private.password_key (
  single boolean primary key default true check (single),
  key text not null
);
create table if not exists private.server (
  server text primary key,
  host text not null,
  port integer not null,
  secret text not null,
  alive_at timestamptz not null
);
-- One server after the other. Analysts can take advisory locks, but not this one.
lock table private.password_key in exclusive mode;
do $$
begin
  if not exists (select from pg_roles where rolname = '${group}') then
    create role ${group} nologin;
  end if;
end $$;

-- Logins are of a whole PostgreSQL: those of one portal end with the same characters.
create or replace function private.login_of(token uuid) returns text language sql stable as $$
  select '${LOGIN}' || replace(token::text, '-', '') || '_' || left(md5(current_database()), 8)
$$;

create table if not exists private.login (token uuid primary key);

-- What a login has of its own is set again: it may be from a time when statements were not looked at. The password is good for the portal only.
create or replace function private.ensure_login(token uuid, out login text, out password text) language plpgsql set lock_timeout = '1s' as $$
declare
  place text;
begin
  insert into private.login values (token) on conflict do nothing;
  perform from private.login known where known.token = ensure_login.token for update;
  login := private.login_of(token);
  password := (select encode(sha256(convert_to(key || login, 'UTF8')), 'hex') from private.password_key);
  if not exists (select from pg_roles where rolname = login) then
    execute format('create role %I login connection limit 8', login);
    execute format('grant ${group} to %I', login);
    execute format('grant %I to current_user', login);
  end if;
  execute format('alter role %I password %L valid until %L', login, password, clock_timestamp() + interval '1 minute');
  execute format('alter role %I reset all', login);
  for place in
    select datname from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where setrole = to_regrole(login)
  loop
    execute format('alter role %I in database %I reset all', login, place);
  end loop;
end $$;

create or replace function private.remove_logins(kept uuid[]) returns void language plpgsql as $$
declare
  gone text;
begin
  for gone in
    select rolname from pg_roles
    where rolname ~ ('^${LOGIN}[0-9a-f]{32}_' || left(md5(current_database()), 8) || '$')
      and rolname <> all (array(select private.login_of(token) from unnest(kept) token))
  loop
    perform pg_terminate_backend(pid) from pg_stat_activity where usename = gone;
    execute format('drop owned by %I', gone);
    execute format('drop role %I', gone);
  end loop;
  delete from private.login where token <> all (kept);
end $$;

create or replace function private.address() returns text language plpgsql stable as $$
declare
  found text := (
    select format('host=%s port=%s user=rows password=%s dbname=rows connect_timeout=5 sslmode=disable', host, port, secret)
    from private.server where alive_at > now() - interval '${ALIVE_SECONDS} seconds' order by alive_at desc limit 1
  );
begin
  if found is null then
    raise exception 'The portal does not answer. Try again later.' using errcode = 'connection_failure';
  end if;
  return found;
end $$;

create or replace function private.request(what jsonb) returns text language sql stable as $$
  select (what || jsonb_build_object('token', substr(session_user::text, ${LOGIN.length + 1}, 32)::uuid))::text
$$;

revoke all on function private.login_of(uuid), private.ensure_login(uuid), private.remove_logins(uuid[]), private.address(),
  private.request(jsonb) from public;

${readingFunction(group, 'entities', [], '(entity_id text, name text, parent_id text)')}
${readingFunction(group, 'units', [], '(data_id text, name text, description text, entities jsonb, active boolean, last_activity timestamptz, lat float8, lon float8, size text, service text)')}
${readingFunction(group, 'sources', [], '(data_id text, source text, field text, type text)')}
${readingFunction(group, 'alerts', [], '(alert_id text, name text, entity_id text, type text, data_id text, status text, since timestamptz, last_value float8)')}
${readingFunction(group, 'occurrences', [['data_id', 'text', 'null'], ...RANGE], '(data_id text, event_table text, "start" timestamptz, "end" timestamptz, duration interval, tag text, columns jsonb)')}
${readingFunction(group, 'records', [...SOURCE, ...RANGE], '("time" timestamptz, received timestamptz, fields jsonb)')}
${readingFunction(group, 'numbers', [...SOURCE, ['field', 'text'], ...RANGE], '("time" timestamptz, value float8)')}
${['entities', 'units', 'sources', 'alerts', 'occurrences'].map((name) => `create or replace view public.${name} as select * from public.read_${name}();`).join('\n')}
grant select on public.entities, public.units, public.sources, public.alerts, public.occurrences to ${group};
`

/** A function that reads rows for the login that calls it. */
function readingFunction(group: string, name: string, parameters: readonly Parameter[], columns: string): string {
  const declared = parameters.map(([parameter, type, initial]) => {
    return `"${parameter}" ${type}${initial === undefined ? '' : ` default ${initial}`}`
  })
  const asked = parameters.map(([parameter], index) => `, '${parameter}', $${index + 1}`).join('')
  const request = `private.request(jsonb_build_object('read', '${name}'${asked}))`
  const isCalledSo = name === 'records' || name === 'numbers'
  const signature = `public.${isCalledSo ? name : `read_${name}`}(${parameters.map(([, type]) => type).join(', ')})`
  return `
create or replace function public.${isCalledSo ? name : `read_${name}`}(${declared.join(', ')}) returns table ${columns}
  language sql stable security definer rows 10000 set search_path = pg_catalog, pg_temp as $$
    select * from private.dblink(private.address(), ${request}, true) as rows ${columns}
  $$;
revoke all on function ${signature} from public;
grant execute on function ${signature} to ${group};`
}

/** Keeps analysts from making tables. */
const OWN_HARDENING = [
  `do $$ begin execute format('revoke create, temporary on database %I from public', current_database()); end $$`,
  'revoke create on schema public from public',
]

/** Functions by which everyone could fill the disk, or what all databases share. */
const FILLING = [
  'lo_creat',
  'lo_create',
  'lo_from_bytea',
  'lowrite',
  'lo_put',
  'pg_logical_emit_message',
  'pg_notify',
  'pg_current_xact_id',
  'txid_current',
] as const

/** Functions and views that show what other databases and their connections do. DuckDB asks for the receiver of a replica, which has no rows here. */
const TELLING =
  '^pg_(stat_(get_)?(activity|archiver|backend|bgwriter|buf|checkpointer|db|database|gssapi|io|numbackends|progress|recovery|replication' +
  '|slru|ssl|subscription|wal(?!_receiver))|locks?$|lock_status|prepared_xact|(get_)?replication_(slots?|origin)|shmem_allocations' +
  '|notification_queue_usage|database_size|tablespace_size|blocking_pids|safe_snapshot_blocking_pids)'

/** What is not logged for analysts, who can make the log as long as they like. */
const LOGGING = { log_min_messages: 'fatal', log_min_error_statement: 'panic', log_statement: 'none' } as const

/** Against what could fill the disk, or shows that others are there. PostgreSQL lets only superusers do it. */
const HARDENING = [
  `do $$
declare
  named text;
begin
  for named in
    select oid::regclass from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'v' and relname ~ '${TELLING}'
  loop
    execute format('revoke all on %s from public', named);
  end loop;
  for named in
    select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname in ('${FILLING.join("', '")}') or proname ~ '${TELLING}')
  loop
    execute format('revoke execute on function %s from public', named);
  end loop;
end $$`,
  ...Object.entries(LOGGING).map(
    ([name, value]) =>
      `do $$ begin execute format('alter database %I set ${name} = ''${value}''', current_database()); end $$`,
  ),
  `do $$ begin execute format('alter database %I set temp_file_limit = ''4GB''', current_database()); end $$`,
]
