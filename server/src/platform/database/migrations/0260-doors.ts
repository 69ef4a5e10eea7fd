import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table unit add last_door text;
    alter table unit add dev_eui text;
    alter table unit add imei text;
    create unique index unit_dev_eui on unit (dev_eui) where deleted_at is null;
    create unique index unit_imei on unit (imei) where deleted_at is null;
    create index unit_token on unit (token_hash);
    alter table rejected_message drop constraint if exists rejected_message_channel_check;
  `.execute(db)
}
