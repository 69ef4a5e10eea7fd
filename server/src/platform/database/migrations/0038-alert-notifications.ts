import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `failed_at`: a message that will never be taken, or that nobody wants any more. `kept_until`: until then the row stays, without its text, to
  // tell what became of it. `alert_notification` is what one person was told, or was not, by one channel; `told` is what it says of each unit
  // while it waits.
  await sql`
    alter table outbox
      add html text,
      add headers jsonb,
      add failed_at timestamptz,
      add kept_until timestamptz;

    create table alert_notification (
      id bigint generated always as identity primary key,
      alert_id text not null references alert (id) on delete cascade,
      entity_id text not null references entity (id),
      user_id text not null references app_user (id) on delete cascade,
      kind text not null,
      channel text not null,
      recipient text not null,
      unit_count int not null,
      units text[] not null,
      at bigint not null,
      state text not null,
      reason text,
      not_before bigint,
      told jsonb not null,
      outbox_id text
    );
    create index alert_notification_alert on alert_notification (alert_id, at, id);
    create index alert_notification_entity on alert_notification (entity_id, at, id);
    create index alert_notification_due on alert_notification (user_id, channel) where state = 'due';
    create index alert_notification_sent on alert_notification (user_id, channel, at) where state = 'queued';
    create index alert_notification_outbox on alert_notification (outbox_id);
  `.execute(db)
}
