import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times in `alert_unit`, `alert_change` and `alert_notice` are epoch milliseconds: `at` is that of a record, the others are by the clock of the
  // portal. `alert_unit` is how an alert stands with a unit: `begins_at` is the first moment that it looks at, `last_at` the latest record
  // that it looked at, `pending_*` a condition that has not held for long enough, `due_at` when there is something to do though nothing
  // arrives; `told`, `told_at`, `window_from`, `sent` and `held` what people were told, and `informed` who was told of what lasts.
  // `alert_change.by_clock` is true of what no record caused. `alert_notice` is what people are to be told.
  await sql`
    create table alert (
      id text primary key,
      entity_id text not null references entity (id),
      name text not null,
      description text not null,
      type text not null,
      source text,
      field text,
      operator text,
      constant float8,
      clear_limit float8,
      for_seconds int not null,
      silent_seconds int,
      grace_seconds int not null,
      interval_seconds int not null,
      time_zone text not null,
      created_by text references app_user (id) on delete set null,
      created_at timestamptz not null,
      version int not null default 1,
      changed_at timestamptz,
      changed_by text references app_user (id) on delete set null
    );
    create index alert_entity on alert (entity_id);

    create table alert_person (
      alert_id text not null references alert (id) on delete cascade,
      user_id text not null references app_user (id) on delete cascade,
      owns boolean not null,
      unsubscribed boolean not null default false,
      primary key (alert_id, user_id)
    );
    create index alert_person_user on alert_person (user_id);

    create table alert_unit (
      alert_id text not null references alert (id) on delete cascade,
      data_id text not null references unit (data_id) on delete cascade,
      begins_at bigint not null,
      status text not null default 'ok',
      at bigint,
      value float8,
      changed_at bigint not null,
      last_at bigint,
      last_value float8,
      pending_at bigint,
      pending_received_at bigint,
      pending_value float8,
      due_at bigint,
      told text not null default 'ok',
      told_at bigint,
      window_from bigint,
      sent int not null default 0,
      held int not null default 0,
      informed text[] not null default '{}',
      acknowledged_at bigint,
      acknowledged_by text,
      comment text,
      snoozed_until bigint,
      usual_ms bigint,
      learned_at bigint,
      primary key (alert_id, data_id)
    ) with (fillfactor = 60);
    create index alert_unit_unit on alert_unit (data_id);
    create index alert_unit_due on alert_unit (due_at) where due_at is not null;
    create index alert_unit_high on alert_unit (alert_id, data_id) where status = 'high';

    create table alert_change (
      id bigint generated always as identity primary key,
      alert_id text not null references alert (id) on delete cascade,
      data_id text not null references unit (data_id) on delete cascade,
      happening text not null,
      at bigint not null,
      noted_at bigint not null,
      value float8,
      bound float8,
      late boolean not null default false,
      user_id text references app_user (id) on delete set null,
      comment text
    );
    create index alert_change_alert on alert_change (alert_id, at, id);
    create index alert_change_unit on alert_change (alert_id, data_id, at, id);
    create index alert_change_noted on alert_change (noted_at);

    create table alert_notice (
      id bigint generated always as identity primary key,
      alert_id text not null references alert (id) on delete cascade,
      data_id text not null references unit (data_id) on delete cascade,
      kind text not null,
      status text not null,
      at bigint,
      noted_at bigint not null,
      value float8,
      changes int not null
    );
    create index alert_notice_alert on alert_notice (alert_id);

    create table unit_maintenance (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      from_at bigint not null,
      to_at bigint not null,
      comment text not null,
      created_by text references app_user (id) on delete set null
    );
    create index unit_maintenance_unit on unit_maintenance (data_id, to_at);
  `.execute(db)
}
