import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `sets_up` marks a sign-in that waits for a second factor to be set up, and `secret` is what its authenticator app was given, sealed.
  await sql`
    alter table entity add second_factor_required boolean not null default false;
    alter table sign_in_step add sets_up boolean not null default false;
    alter table sign_in_step add secret bytea;
  `.execute(db)
}
