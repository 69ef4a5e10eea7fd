import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `secret` signs what is sent, and so is kept as it is. `failing_since` is the first failure since the last success, `next_try_at` the
  // moment before which nothing is tried, `switched_off_at` when the portal itself gave the webhook up. A notification is for a person or
  // for a webhook, whose name stays in `recipient` when it is removed.
  await sql`
    create table webhook (
      id text primary key,
      entity_id text not null references entity (id),
      name text not null,
      url text not null,
      kind text not null,
      secret text not null,
      active boolean not null default true,
      failures int not null default 0,
      failing_since timestamptz,
      next_try_at timestamptz,
      last_error text,
      last_success_at timestamptz,
      switched_off_at timestamptz,
      created_by text references app_user (id) on delete set null,
      created_at timestamptz not null,
      version int not null default 1,
      changed_at timestamptz,
      changed_by text references app_user (id) on delete set null
    );
    create index webhook_entity on webhook (entity_id);

    alter table outbox
      drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in ('mail', 'sms', 'webhook'));

    alter table alert_notification
      alter user_id drop not null,
      add webhook_id text references webhook (id) on delete set null;
    create index alert_notification_webhook_due on alert_notification (webhook_id) where state = 'due' and webhook_id is not null;
    create index alert_notification_webhook_sent on alert_notification (webhook_id, at) where state = 'queued';
  `.execute(db)
}
