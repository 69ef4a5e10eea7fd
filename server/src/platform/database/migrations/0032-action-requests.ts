import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times are epoch milliseconds. `payload` and `result` are what was sent and answered: JSON text of the one, text of the other.
  // `created_at` and `ended_at` (when the portal gave it up), with `result_at`, are the times of its records in the sources of the history,
  // each its own within the unit. `request_told`, `end_told`: whether those records are stored. `sent_once`: it went to a subscription that
  // does not confirm, and does not go there again.
  await sql`
    create table action_batch (
      id bigint generated always as identity primary key,
      action_class text not null,
      method text not null,
      action text not null,
      payload text not null,
      expires_in_seconds int not null,
      stop_after int not null,
      state text not null,
      created_at bigint not null,
      created_by text not null,
      ended_at bigint
    );
    create index action_batch_running on action_batch (id) where ended_at is null;

    create table action_request (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      action_class text not null,
      method text not null,
      action text not null,
      payload text not null,
      state text not null default 'waiting',
      created_at bigint not null,
      created_by text not null,
      expires_at bigint not null,
      sent_at bigint,
      sent_once boolean not null default false,
      handed_over_at bigint,
      channel text,
      result_at bigint,
      answered_at bigint,
      status text,
      result text,
      expired_at bigint,
      cancelled_at bigint,
      cancelled_by text,
      ended_at bigint,
      request_told boolean not null default false,
      end_told boolean not null default true,
      batch_id bigint references action_batch (id) on delete set null
    );
    create index action_request_of_unit on action_request (data_id, id);
    create index action_request_waiting on action_request (data_id, id) where state = 'waiting';
    create index action_request_open on action_request (expires_at) where state in ('waiting', 'handed-over');
    create index action_request_untold on action_request (id) where not request_told or not end_told;
    create index action_request_of_person on action_request (created_by, created_at);
    create index action_request_result_time on action_request (data_id, result_at) where result_at is not null;
    create index action_request_end_time on action_request (data_id, ended_at) where ended_at is not null;
    create index action_request_of_batch on action_request (batch_id) where batch_id is not null;

    create table action_batch_unit (
      batch_id bigint not null references action_batch (id) on delete cascade,
      place int not null,
      data_id text not null references unit (data_id) on delete cascade,
      action_id bigint references action_request (id) on delete set null,
      left_out boolean not null default false,
      primary key (batch_id, place)
    );
    create index action_batch_unit_by_unit on action_batch_unit (data_id);

    create table unit_configuration (
      version bigint primary key references action_request (id) on delete cascade,
      data_id text not null references unit (data_id) on delete cascade,
      action_class text not null,
      at bigint not null,
      configuration text not null
    );
    create index unit_configuration_of_unit on unit_configuration (data_id, action_class, at);
  `.execute(db)
}
