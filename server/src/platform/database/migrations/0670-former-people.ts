import { type Kysely, sql } from 'kysely'

/** Logs keep who was told and who did something, by name, when the person or the alert is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_person (
      id text primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      entity_id text,
      removed_at timestamptz not null default clock_timestamp()
    );
    create view known_person as
      select id, first_name, last_name, email, entity_id from app_user
      union all select id, first_name, last_name, email, entity_id from former_person;

    create function keep_former_person() returns trigger language plpgsql as $$
    begin
      insert into former_person (id, first_name, last_name, email, entity_id)
      values (old.id, old.first_name, old.last_name, old.email, old.entity_id) on conflict (id) do nothing;
      return null;
    end $$;
    create trigger keep_former_person after delete on app_user for each row execute function keep_former_person();

    alter table alert_notification add column alert_name text;
    comment on column alert_notification.alert_name is 'the name that the alert had when it was deleted';
    alter table alert_notification drop constraint alert_notification_user_id_fkey,
      drop constraint alert_notification_alert_id_fkey;
    alter table report_mail drop constraint report_mail_user_id_fkey;
    create function keep_alert_name() returns trigger language plpgsql as $$
    begin
      update alert_notification set alert_name = old.name where alert_id = old.id;
      return null;
    end $$;
    create trigger keep_alert_name after delete on alert for each row execute function keep_alert_name();
  `.execute(db)
  // Who created or changed something stays known too.
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and confrelid = 'app_user'::regclass and confdeltype = 'n'`.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
}
