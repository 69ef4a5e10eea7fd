import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `outbox_attachment` is a file of one or more mails, compressed with zstd; `bytes` is how long it is without.
  // `report_schedule` is what is mailed regularly, and when: `due_at` is null while it is switched off. `report_run` is one time at which it
  // is sent, of the records from `from_at` to `to_at` (epoch milliseconds, the end excluded); one that waits is being written by the server
  // `held_by`. `report_mail` is what became of it for one person: a mail in the outbox, or why there is none.
  await sql`
    create table outbox_attachment (
      id text primary key,
      name text not null,
      content_type text not null,
      bytes int not null,
      data bytea not null,
      created_at timestamptz not null
    );
    alter table outbox_attachment alter column data set storage external;
    alter table outbox add attachment_id text references outbox_attachment (id);
    create index outbox_attachment_id on outbox (attachment_id) where attachment_id is not null;

    create table report_schedule (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      entity_id text not null references entity (id) on delete cascade,
      name text not null,
      content jsonb not null,
      rhythm jsonb not null,
      due_at timestamptz,
      stopped text,
      created_by text references app_user (id) on delete set null,
      created_at timestamptz not null,
      version int not null default 1,
      changed_at timestamptz,
      changed_by text references app_user (id) on delete set null
    );
    create index report_schedule_unit on report_schedule (data_id);
    create index report_schedule_entity on report_schedule (entity_id);
    create index report_schedule_due on report_schedule (due_at) where due_at is not null;

    create table report_recipient (
      schedule_id bigint not null references report_schedule (id) on delete cascade,
      user_id text not null references app_user (id) on delete cascade,
      primary key (schedule_id, user_id)
    );
    create index report_recipient_user on report_recipient (user_id);

    create table report_run (
      id bigint generated always as identity primary key,
      schedule_id bigint not null references report_schedule (id) on delete cascade,
      at timestamptz not null,
      asked boolean not null,
      from_at bigint not null,
      to_at bigint not null,
      missed int not null default 0,
      state text not null default 'waiting',
      held_by text,
      tries int not null default 0,
      file_name text,
      rows int,
      bytes int,
      note text,
      unique (schedule_id, at, asked)
    );
    create index report_run_waiting on report_run (id) where state = 'waiting';

    create table report_mail (
      run_id bigint not null references report_run (id) on delete cascade,
      user_id text not null references app_user (id) on delete cascade,
      address text not null,
      outbox_id text,
      withheld text,
      primary key (run_id, user_id)
    );
    create index report_mail_outbox on report_mail (outbox_id);
  `.execute(db)
}
