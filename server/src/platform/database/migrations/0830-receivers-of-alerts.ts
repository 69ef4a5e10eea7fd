import { type Kysely, sql } from 'kysely'

/**
 * Receivers get messages about the alerts of an entity, besides people. A view lists those that get them now: the core knows no more of
 * them, and each extension that has some is a part of the view. `left_out`: the portal runs without that extension.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook add column left_out boolean not null default false;
    alter table webhook drop constraint webhook_entity_id_fkey;
    alter table webhook add foreign key (entity_id) references entity (id) on delete cascade;
    create view alert_receiver as
      select id, entity_id, name, 'webhook' as channel from webhook where active and not left_out;
    create index webhook_left_out on webhook (entity_id) where left_out;
    update alert_notification set state = 'withheld', reason = 'The webhook was removed.'
    where state = 'due' and user_id is null and webhook_id is null;
    alter table alert_notification rename column webhook_id to receiver_id;
    alter table alert_notification drop constraint alert_notification_webhook_id_fkey;
    alter index alert_notification_webhook_due rename to alert_notification_receiver_due;
    alter index alert_notification_webhook_sent rename to alert_notification_receiver_sent;
    alter table outbox drop constraint outbox_kind_check;
  `.execute(db)
}
