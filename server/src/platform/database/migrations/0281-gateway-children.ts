import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_child (
      gateway text not null references unit on update cascade on delete cascade,
      name text not null,
      source text not null,
      unit text unique references unit on update cascade on delete set null,
      primary key (gateway, name),
      unique (gateway, source)
    );
  `.execute(db)
}
