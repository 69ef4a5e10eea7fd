import { type Kysely, sql } from 'kysely'

/** Who gets an alert no longer does not know any more that it is triggered: once they get it again, they are told anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_former_follower() returns trigger language plpgsql as $$
    begin
      update alert_unit set informed = array_remove(informed, old.user_id)
      where alert_id = old.alert_id and old.user_id = any (informed);
      return null;
    end $$;
    create trigger forget_former_follower after delete on alert_person
      for each row execute function forget_former_follower();
    update alert_unit state set informed = array(
      select known from unnest(informed) known
      where exists (select from alert_person where alert_person.alert_id = state.alert_id and user_id = known)
    ) where informed <> '{}';
  `.execute(db)
}
