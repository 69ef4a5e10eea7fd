import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `api_key` is sealed for the id of the network server. `failures`: tries that failed since the last success. `lorawan_device`:
  // by which network server a unit sent last. `reference`: by which the network server reports the progress of a downlink.
  // Times in bigint are epoch milliseconds. `lorawan_report`: what a network server reported of a downlink before it had answered the request that queued it.
  await sql`
    create table network_server (
      id text primary key,
      entity_id text not null references entity on delete cascade,
      name text not null,
      kind text not null,
      url text not null,
      api_key bytea not null,
      application text not null,
      f_port integer not null,
      confirmed boolean not null,
      active boolean not null default true,
      failures integer not null default 0,
      failing_since timestamptz,
      next_try_at bigint,
      last_error text,
      last_success_at timestamptz,
      created_by text references app_user on delete set null,
      created_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text references app_user on delete set null
    );
    create index network_server_entity on network_server (entity_id);
    create table downlink (
      request_id bigint primary key references action_request on delete cascade,
      data_id text not null references unit on update cascade on delete cascade,
      reference text not null,
      state text not null default 'pending',
      at bigint not null,
      reason text,
      confirmed boolean not null,
      tries integer not null default 0,
      next_try_at bigint,
      held_by text
    );
    create index downlink_reference on downlink (data_id, reference);
    create table lorawan_device (
      data_id text primary key references unit on update cascade on delete cascade,
      door text not null,
      application text not null,
      device text not null
    );
    create table lorawan_report (
      data_id text not null references unit on update cascade on delete cascade,
      reference text not null,
      step text not null,
      reason text,
      at bigint not null,
      primary key (data_id, reference, step)
    );
  `.execute(db)
}
